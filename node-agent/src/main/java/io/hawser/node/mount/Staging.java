package io.hawser.node.mount;

/**
 * What is known of a volume's staging path. Two of the four states are uncertain. Only the plugin makes them certain:
 * by its answer, or because it does not stage any more.
 */
public enum Staging {
    /** Certainly not staged. */
    NONE,
    /** NodeStageVolume was called, or will be: the volume may be staged. */
    STAGING,
    STAGED,
    /** NodeUnstageVolume was called, or will be: the volume may still be staged. */
    UNSTAGING
}
