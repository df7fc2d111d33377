/** Reads all pages of ListVolumes. */
@NullMarked
package io.hawser.volume.sweep.csi;

import org.jspecify.annotations.NullMarked;
