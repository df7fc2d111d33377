/**
 * Mounts on a node that no assignment explains. For a known volume the node gets the assignment "shall have nothing",
 * after everything written before has been read and if no task wants the volume there. For an unknown volume, an event
 * informs a person.
 */
@NullMarked
package io.hawser.volume.orphan;

import org.jspecify.annotations.NullMarked;
