/** The loop over nodes with an unconfirmed fence. */
package io.hawser.volume.fence.work;
