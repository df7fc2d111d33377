package io.hawser.deallocator.inventory;

import io.hawser.deallocator.deletion.Deletion;
import io.hawser.deallocator.deletion.Kind;
import io.hawser.deallocator.deletion.Reference;
import io.hawser.deallocator.deletion.Resource;
import io.hawser.deallocator.deletion.ResourceId;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What the tests of the bookkeeping start from, and the facts that they tell it. */
final class Inventories {
    static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    static final Instant LATER = NOW.plusSeconds(1);
    static final Deletion ASKED = new Deletion.Asked(NOW, NOW, Optional.empty());
    static final Deletion NOTED = new Deletion.Asked(NOW, NOW, Optional.of("w"));
    static final Deletion HELD = new Deletion.Asked(NOW, LATER, Optional.empty());
    static final Deletion DONE = new Deletion.Deallocated(7, NOW);
    static final Deletion NOT_ASKED = new Deletion.NotAsked();
    static final String ORIGIN = "a record";
    static final ResourceId WEB = InventoryUpdate.service("web");
    static final ResourceId N1 = Kind.NETWORK.id("n1");

    private Inventories() {}

    static Inventory with(Record... entities) {
        Map<String, LiveTask> tasks = new HashMap<>();
        Map<String, Service> services = new HashMap<>();
        Map<ResourceId, Resource> resources = new HashMap<>();
        Map<String, UnreadableTask> unreadable = new HashMap<>();
        for (Record entity : entities) {
            switch (entity) {
                case LiveTask task -> tasks.put(task.name(), task);
                case Service service -> services.put(service.name(), service);
                case Resource resource -> resources.put(resource.id(), resource);
                case UnreadableTask task -> unreadable.put(task.place(), task);
                default -> throw new IllegalArgumentException("not part of an inventory: " + entity);
            }
        }
        return new Inventory(tasks, services, resources, unreadable);
    }

    static Service service(String name, Deletion deletion, String... networks) {
        return new Service(name, references(networks), deletion, ORIGIN, NOW);
    }

    static Resource network(String name, Deletion deletion) {
        return Resource.named(Kind.NETWORK.id(name)).with(deletion);
    }

    static LiveTask task(String name, String service) {
        return new LiveTask(name, service, NOW, NOW);
    }

    static Fact.ServiceIs is(String name, boolean pendingDelete, String... networks) {
        return new Fact.ServiceIs(name, references(networks), pendingDelete, ORIGIN, NOW);
    }

    static Fact.ServiceIs owner(boolean pendingDelete, String origin) {
        return new Fact.ServiceIs(
                "web",
                Set.of(new Reference(Kind.VOLUME.id("scratch"), Reference.Policy.DELETE)),
                pendingDelete,
                origin,
                NOW);
    }

    static Fact networkIs(String name, boolean pendingDelete) {
        return new Fact.ResourceIs(Kind.NETWORK.id(name), Optional.of(pendingDelete), "", false, Optional.empty());
    }

    static InventoryUpdate.Outcome apply(Inventory before, List<Fact> facts) {
        return InventoryUpdate.apply(before, facts, LATER);
    }

    private static Set<Reference> references(String... networks) {
        return Stream.of(networks)
                .map(network -> new Reference(Kind.NETWORK.id(network), Reference.Policy.NONE))
                .collect(Collectors.toSet());
    }
}
