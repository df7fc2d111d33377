package io.hawser.plugin.registry;

/**
 * One registered process of a plugin.
 *
 * @param name unique within the plugin
 * @param registered grows with each first registration: the newest instance has the highest
 */
public record Instance(String name, Declared declared, long registered, Health health) {

    public String node() {
        return declared.node();
    }

    public String endpoint() {
        return declared.endpoint();
    }

    /** Whether the node's agent registered it: the agent gives its instances the node's name. */
    public boolean isAgents() {
        return !node().isEmpty() && name.equals(node());
    }

    Instance with(Health health) {
        return new Instance(name, declared, registered, health);
    }

    /** Whether the instance offers the controller service, according to its last valid answer, and may serve it. */
    public boolean controller() {
        return declared.role().mayServeController()
                && health.lastSaid().map(Identity::controller).orElse(false);
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
