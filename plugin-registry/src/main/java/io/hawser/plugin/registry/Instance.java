package io.hawser.plugin.registry;

import java.util.Objects;

/**
 * One registered process of a plugin.
 *
 * @param name unique within the plugin
 * @param node empty if the instance runs on no node
 * @param registered grows with each first registration: the newest instance has the highest
 */
public record Instance(String name, String node, String endpoint, long registered, Health health) {
    public Instance {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(node, "node");
        Objects.requireNonNull(endpoint, "endpoint");
        Objects.requireNonNull(health, "health");
    }

    Instance with(Health health) {
        return new Instance(name, node, endpoint, registered, health);
    }

    /** Whether the instance offers the controller service, according to its last valid answer. */
    public boolean controller() {
        return health.lastSaid().map(Identity::controller).orElse(false);
    }

    public boolean healthy() {
        return health instanceof Health.Healthy;
    }

    boolean servesController() {
        return healthy() && controller();
    }

    boolean steady() {
        return health instanceof Health.Healthy healthy && healthy.steady();
    }
}
