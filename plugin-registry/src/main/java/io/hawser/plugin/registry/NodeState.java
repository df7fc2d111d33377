package io.hawser.plugin.registry;

/** What the inventory says of a node, as far as plugins care. A node that was never announced counts as present. */
public enum NodeState {
    PRESENT,
    /** It can write no more, so nothing on it is healthy. */
    FENCED,
    /** Out of the inventory: what was found there does not count. */
    REMOVED
}
