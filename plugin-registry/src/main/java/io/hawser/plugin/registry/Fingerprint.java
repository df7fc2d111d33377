package io.hawser.plugin.registry;

import java.util.Objects;
import java.util.Set;

/**
 * What a node's agent reports of a plugin on that node.
 *
 * @param message why the plugin is not healthy; empty if it is
 * @param noController the plugin was asked there and offers no controller service
 * @param topologyKeys keys of the node's topology
 */
public record Fingerprint(
        String node, boolean healthy, String message, boolean noController, Set<String> topologyKeys) {
    public Fingerprint {
        Objects.requireNonNull(node, "node");
        Objects.requireNonNull(message, "message");
        topologyKeys = Set.copyOf(topologyKeys);
    }
}
