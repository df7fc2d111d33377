/**
 * Fences of nodes. A fence lets a volume be detached, and its claims be given away, without the node's word, which
 * cannot be undone: it counts only when {@code hawser.nodes} has been read as far as it went after the fence was
 * stored. The record that takes it back may stand there already.
 */
package io.hawser.volume.fence;
