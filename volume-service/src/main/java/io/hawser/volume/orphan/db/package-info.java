/** The table of orphaned mounts. */
package io.hawser.volume.orphan.db;
