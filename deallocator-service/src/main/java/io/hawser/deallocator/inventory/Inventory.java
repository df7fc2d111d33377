package io.hawser.deallocator.inventory;

import io.hawser.deallocator.deletion.Resource;
import io.hawser.deallocator.deletion.ResourceId;
import java.util.Map;

/**
 * The part of the inventory that a batch of facts concerns, by name.
 *
 * @param unreadable by place
 */
public record Inventory(
        Map<String, LiveTask> tasks,
        Map<String, Service> services,
        Map<ResourceId, Resource> resources,
        Map<String, UnreadableTask> unreadable) {
    public static final Inventory EMPTY = new Inventory(Map.of(), Map.of(), Map.of(), Map.of());

    public Inventory {
        tasks = Map.copyOf(tasks);
        services = Map.copyOf(services);
        resources = Map.copyOf(resources);
        unreadable = Map.copyOf(unreadable);
    }
}
