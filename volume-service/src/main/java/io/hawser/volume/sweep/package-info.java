/**
 * Compares the listings of controller plugins with the records. A difference in two consecutive listings becomes a
 * condition on the volume, or an event for a person. A listing never causes a create, delete or attach: its pages are
 * no consistent view, and some plugins cut them short. A node that it names beyond the records is asked what it has,
 * and the volume is detached from it if it has nothing (ADR 17).
 */
@NullMarked
package io.hawser.volume.sweep;

import org.jspecify.annotations.NullMarked;
