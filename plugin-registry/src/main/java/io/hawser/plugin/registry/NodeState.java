package io.hawser.plugin.registry;

/** The part of a node's record that matters for plugins. A node that was never announced counts as present. */
public enum NodeState {
    PRESENT,
    /** The node cannot write any more, so nothing on it is healthy. */
    FENCED,
    /** The node was removed from the inventory: what was found there does not count. */
    REMOVED
}
