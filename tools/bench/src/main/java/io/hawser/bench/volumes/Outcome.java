package io.hawser.bench.volumes;

/** What volume-service's records can say about a volume of the bench. */
enum Outcome {
    /** Its record says CREATED. */
    CREATED,
    /** A node was told to have it. */
    ASSIGNED,
    /** Its task was told that it is mounted. */
    MOUNTED,
    /** The node's assignment is gone, which comes after the detach. */
    DETACHED,
    /** Its record is gone. */
    REMOVED
}
