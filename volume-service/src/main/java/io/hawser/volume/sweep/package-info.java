/**
 * Compares the listings of controller plugins with the records. A difference in two consecutive listings becomes a
 * condition on the volume, or an event for a person. A listing never causes a create, delete, attach or detach: its
 * pages are no consistent view, and some plugins cut them short.
 */
@NullMarked
package io.hawser.volume.sweep;

import org.jspecify.annotations.NullMarked;
