/** The loop over nodes that may have become suspect. */
@NullMarked
package io.hawser.volume.node.work;

import org.jspecify.annotations.NullMarked;
