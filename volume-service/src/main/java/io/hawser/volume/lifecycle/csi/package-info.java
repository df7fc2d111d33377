/** One controller call of a plugin, and its outcome. */
package io.hawser.volume.lifecycle.csi;
