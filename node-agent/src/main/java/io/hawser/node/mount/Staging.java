package io.hawser.node.mount;

/**
 * What is known of a volume's staging path. Two of the four are uncertain, and only the plugin's answer makes them
 * certain: its answer, or that it does not stage any more.
 */
public enum Staging {
    /** Certainly not staged. */
    NONE,
    /** NodeStageVolume was, or is about to be, called: may be staged. */
    STAGING,
    STAGED,
    /** NodeUnstageVolume was, or is about to be, called: may still be staged. */
    UNSTAGING
}
