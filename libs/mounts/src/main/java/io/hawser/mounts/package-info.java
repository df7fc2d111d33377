/** The kernel's mount table. */
@NullMarked
package io.hawser.mounts;

import org.jspecify.annotations.NullMarked;
