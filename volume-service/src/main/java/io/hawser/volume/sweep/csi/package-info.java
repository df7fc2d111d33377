/** Reads all pages of ListVolumes. */
package io.hawser.volume.sweep.csi;
