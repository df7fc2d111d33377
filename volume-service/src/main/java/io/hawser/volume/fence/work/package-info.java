/** The loop over nodes whose fence is still to be confirmed. */
package io.hawser.volume.fence.work;
