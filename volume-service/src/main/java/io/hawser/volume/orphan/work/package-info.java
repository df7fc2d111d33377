/** The loop over mounts without assignment. */
package io.hawser.volume.orphan.work;
