/** Files that survive a crash of the machine. */
@NullMarked
package io.hawser.files;

import org.jspecify.annotations.NullMarked;
