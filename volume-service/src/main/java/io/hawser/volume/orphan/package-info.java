/**
 * Mounts that a node has although no assignment asks for them. Of a volume that is known, the node is told "shall have
 * nothing", once everything that was written before has been read and nobody wants the volume there; of any other, a
 * person is told.
 */
package io.hawser.volume.orphan;
