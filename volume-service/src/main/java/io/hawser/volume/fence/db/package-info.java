/** A node's fence in the node's row. */
@NullMarked
package io.hawser.volume.fence.db;

import org.jspecify.annotations.NullMarked;
