package io.hawser.node.mount;

/** What is known of a target path; one that is certainly gone has no record. */
public enum TargetState {
    /** NodePublishVolume was, or is about to be, called: may be there. */
    PUBLISHING,
    PUBLISHED,
    /** NodeUnpublishVolume was, or is about to be, called: may still be there. */
    UNPUBLISHING
}
