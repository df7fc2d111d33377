package io.hawser.deallocator.inventory;

import java.util.Map;

/** The part of the inventory that a batch of facts concerns, by name. */
public record Inventory(Map<String, LiveTask> tasks, Map<String, Service> services, Map<String, Network> networks) {
    public static final Inventory EMPTY = new Inventory(Map.of(), Map.of(), Map.of());

    public Inventory {
        tasks = Map.copyOf(tasks);
        services = Map.copyOf(services);
        networks = Map.copyOf(networks);
    }
}
