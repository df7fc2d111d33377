/** The loop over plugins that are to be listed. */
package io.hawser.volume.sweep.work;
