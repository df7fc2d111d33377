/** The loop over nodes with an unconfirmed fence. */
@NullMarked
package io.hawser.volume.fence.work;

import org.jspecify.annotations.NullMarked;
