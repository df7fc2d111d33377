/** A node's fence in the node's row. */
package io.hawser.volume.fence.db;
