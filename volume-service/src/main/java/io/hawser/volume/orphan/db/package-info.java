/** The table of mounts without assignment. */
package io.hawser.volume.orphan.db;
