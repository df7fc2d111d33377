package io.hawser.bench.volumes;

/** The stages of a bench volume that volume-service's records show. */
enum Outcome {
    /** The volume's record has the state CREATED. */
    CREATED,
    /** A node has an assignment of the volume. */
    ASSIGNED,
    /** The task's record has the volume as mounted. */
    MOUNTED,
    /** The node's assignment has no target any more. */
    RELEASED,
    /** The node's assignment is gone, which comes after the detach. */
    DETACHED,
    /** The volume's record is gone. */
    REMOVED
}
