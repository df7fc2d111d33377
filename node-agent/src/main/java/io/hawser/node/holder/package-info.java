/** Which processes keep a mount busy, in words. */
@NullMarked
package io.hawser.node.holder;

import org.jspecify.annotations.NullMarked;
