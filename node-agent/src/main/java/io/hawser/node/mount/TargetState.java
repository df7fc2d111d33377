package io.hawser.node.mount;

/** What is known of a target path. A target that is certainly gone has no record. */
public enum TargetState {
    /** NodePublishVolume was called, or will be: the target may be published. */
    PUBLISHING,
    /** Published, but the agent has not given all of its files to the volume's group yet: no task uses it. */
    GROUPING,
    PUBLISHED,
    /** NodeUnpublishVolume was called, or will be: the target may still be published. */
    UNPUBLISHING
}
