package io.hawser.bus.service;

import java.util.Arrays;
import java.util.List;

/**
 * Hawser's services, in the order in which one machine starts them. Launcher, command line, conformance and tests read
 * them here; what is written by hand (manifests, rights, pages) is held against it by tests.
 */
public enum HawserService {
    VOLUME_SERVICE("volume-service", State.DATABASE),
    PLUGIN_REGISTRY("plugin-registry", State.DATABASE),
    DEALLOCATOR_SERVICE("deallocator-service", State.DATABASE),
    NODE_AGENT("node-agent", State.FILES);

    /** Where a service keeps what it must not forget. */
    public enum State {
        /** In PostgreSQL; its replicas share one database and one consumer group. */
        DATABASE,
        /** In files of a node; one process a node. */
        FILES
    }

    private final String serviceName;
    private final State state;

    HawserService(String serviceName, State state) {
        this.serviceName = serviceName;
        this.state = state;
    }

    /** The name of its module, its image and its consumer group; of its process and its login, the main part. */
    public String serviceName() {
        return serviceName;
    }

    /** Those whose state is in a database. */
    public static List<HawserService> withDatabase() {
        return Arrays.stream(values())
                .filter(service -> service.state == State.DATABASE)
                .toList();
    }

    /** The names of those. */
    public static List<String> namesWithDatabase() {
        return withDatabase().stream().map(HawserService::serviceName).toList();
    }
}
