package io.hawser.bus.service;

import java.util.Arrays;
import java.util.List;

/**
 * Hawser's services, in the order in which one machine starts them. Launcher, command line, conformance and tests read
 * them here. Tests compare them with hand-written lists (manifests, rights, pages).
 */
public enum HawserService {
    VOLUME_SERVICE("volume-service", State.DATABASE),
    PLUGIN_REGISTRY("plugin-registry", State.DATABASE),
    DEALLOCATOR_SERVICE("deallocator-service", State.DATABASE),
    NODE_AGENT("node-agent", State.FILES);

    /** Where a service stores its state. */
    public enum State {
        /** In PostgreSQL; its replicas share one database and one consumer group. */
        DATABASE,
        /** In files of a node; one process for each node. */
        FILES
    }

    private final String serviceName;
    private final State state;

    HawserService(String serviceName, State state) {
        this.serviceName = serviceName;
        this.state = state;
    }

    /** The name of its module, image and consumer group, and the main part of its process and login. */
    public String serviceName() {
        return serviceName;
    }

    /** @throws IllegalArgumentException if there is none of that name */
    public static HawserService named(String serviceName) {
        return Arrays.stream(values())
                .filter(service -> service.serviceName.equals(serviceName))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("Hawser has no service " + serviceName));
    }

    public static List<HawserService> withDatabase() {
        return Arrays.stream(values())
                .filter(service -> service.state == State.DATABASE)
                .toList();
    }

    public static List<String> namesWithDatabase() {
        return withDatabase().stream().map(HawserService::serviceName).toList();
    }
}
