package io.hawser.plugin.registry;

import java.time.Instant;
import java.util.Optional;
import java.util.Set;

/**
 * What a node's agent reports of a plugin on that node.
 *
 * @param message why the plugin is not healthy, and what is left out of the topology; else empty
 * @param noController the plugin was asked there and offers no controller service
 * @param topologyKeys keys of the node's topology
 * @param unhealthySince when the first unhealthy fingerprint after the last healthy one was read
 */
public record Fingerprint(
        String node,
        boolean healthy,
        String message,
        boolean noController,
        Set<String> topologyKeys,
        Optional<Instant> unhealthySince) {
    public Fingerprint {
        topologyKeys = Set.copyOf(topologyKeys);
    }

    /** As it is read; since when it is unhealthy is known from the one before. */
    public Fingerprint(String node, boolean healthy, String message, boolean noController, Set<String> topologyKeys) {
        this(node, healthy, message, noController, topologyKeys, Optional.empty());
    }

    /**
     * Why the plugin does not count as healthy on this node; empty: it does.
     *
     * @param silent whether the node's agent is silent
     */
    public Optional<String> unhealthyOn(NodeState node, boolean silent) {
        return switch (node) {
            case REMOVED -> Optional.of("the node was removed from the inventory, so it does not count");
            case FENCED -> Optional.of("the node is fenced");
            case PRESENT ->
                silent
                        ? Optional.of("the node's agent is silent, so what it found last does not count")
                        : healthy ? Optional.empty() : Optional.of(message);
        };
    }

    Fingerprint after(Optional<Fingerprint> before, Instant now) {
        Optional<Instant> since = healthy
                ? Optional.empty()
                : Optional.of(before.flatMap(Fingerprint::unhealthySince).orElse(now));
        return new Fingerprint(node, healthy, message, noController, topologyKeys, since);
    }
}
