/**
 * Fences of nodes. With a fence, a volume is detached and its claims end without the node's report, which cannot be
 * undone. So a fence has effect only after {@code hawser.nodes} has been read up to its end at the time when the fence
 * was stored: a record that takes the fence back may already be there.
 */
@NullMarked
package io.hawser.volume.fence;

import org.jspecify.annotations.NullMarked;
