/** Writes the records of nodes' agents again. */
@NullMarked
package io.hawser.volume.node.kafka;

import org.jspecify.annotations.NullMarked;
