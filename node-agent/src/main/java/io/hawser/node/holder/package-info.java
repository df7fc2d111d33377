/** Which processes keep a mount busy, as {@code /proc} shows it. */
@NullMarked
package io.hawser.node.holder;

import org.jspecify.annotations.NullMarked;
