/** Reads all pages of a plugin's listing. */
package io.hawser.volume.sweep.csi;
