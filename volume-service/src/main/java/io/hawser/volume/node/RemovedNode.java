package io.hawser.volume.node;

/** What happens to the records of an agent whose node may have been removed from the inventory. */
public enum RemovedNode {
    /** Nothing: the node is in the inventory, or its agent is still heard, or was never heard. */
    KEPT,
    /** Something is published, claimed or mounted on the node, and its agent may still say what became of it. */
    WAITED_FOR,
    /** Nothing is expected of the agent: its heartbeat and its fingerprints get tombstones. */
    FORGOTTEN;

    /**
     * @param removed from the inventory
     * @param silent the agent was heard, and is silent by now; judged only while this service is caught up
     * @param unneeded no report of the agent is waited for
     */
    public static RemovedNode of(boolean removed, boolean silent, boolean unneeded) {
        if (!removed || !silent) {
            return KEPT;
        }
        return unneeded ? FORGOTTEN : WAITED_FOR;
    }
}
