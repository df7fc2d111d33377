/** Unmounts what is mounted below a folder. */
@NullMarked
package io.hawser.local.mount;

import org.jspecify.annotations.NullMarked;
