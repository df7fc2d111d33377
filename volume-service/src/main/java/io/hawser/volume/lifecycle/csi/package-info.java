/** One call of a plugin's controller, and how it ended. */
package io.hawser.volume.lifecycle.csi;
