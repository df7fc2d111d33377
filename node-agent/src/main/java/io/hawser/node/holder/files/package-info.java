/** Looks through {@code /proc} for the processes that keep a mount busy. */
@NullMarked
package io.hawser.node.holder.files;

import org.jspecify.annotations.NullMarked;
