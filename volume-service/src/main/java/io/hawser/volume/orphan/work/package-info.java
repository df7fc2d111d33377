/** The loop over orphaned mounts. */
package io.hawser.volume.orphan.work;
