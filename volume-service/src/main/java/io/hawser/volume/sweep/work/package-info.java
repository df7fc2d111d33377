/** The loop over plugins with a due sweep. */
package io.hawser.volume.sweep.work;
