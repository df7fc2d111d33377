/** The loop over nodes that may have become suspect. */
package io.hawser.volume.node.work;
