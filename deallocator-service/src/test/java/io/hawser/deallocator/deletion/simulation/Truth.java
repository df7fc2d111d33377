package io.hawser.deallocator.deletion.simulation;

import io.hawser.deallocator.deletion.Reference;
import io.hawser.deallocator.deletion.ResourceId;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** What is really there, as a plain model: what was written last about each thing, and what is free to go. */
final class Truth {
    static final class ServiceLife {
        Set<Reference> references = Set.of();
        boolean marked;
        boolean wasQuiet;
        boolean deallocated;
    }

    static final class ResourceLife {
        String uid = "";
        boolean marked;
        boolean wasQuiet;
    }

    /** @param service empty: it is not known */
    record BadRecord(String task, Optional<String> service) {}

    final Map<String, String> tasks = new HashMap<>();
    /** What tasks may use: what their service listed when they began. */
    private final Map<String, Set<ResourceId>> used = new HashMap<>();

    final Map<String, BadRecord> bad = new HashMap<>();
    final Map<String, ServiceLife> services = new HashMap<>();
    final Map<ResourceId, ResourceLife> resources = new HashMap<>();

    /** Remembers of everything that is marked, and that nothing holds now, that there was such a moment. */
    void look() {
        services.forEach((name, service) -> service.wasQuiet |= service.marked && !isHeld(name));
        resources.forEach((id, resource) -> resource.wasQuiet |= resource.marked && !isHeld(id));
    }

    /** After the mark the orchestrator must start no task: what such a one uses is not held. */
    void begins(String task, String service) {
        tasks.put(task, service);
        ServiceLife life = services.get(service);
        used.put(
                task,
                life == null || life.marked
                        ? Set.of()
                        : life.references.stream().map(Reference::resource).collect(Collectors.toSet()));
    }

    /** No topic keeps an earlier record, so what a service dropped is lost with the database. */
    void forgetEarlierRecords() {
        used.clear();
    }

    private boolean isHeld(String service) {
        return tasks.containsValue(service)
                || bad.values().stream()
                        .anyMatch(
                                record -> record.service().map(service::equals).orElse(true));
    }

    boolean isHeld(ResourceId id) {
        return !holders(id).isEmpty();
    }

    Set<String> holders(ResourceId id) {
        Set<String> holders = new HashSet<>();
        services.forEach((name, service) -> {
            if (!service.deallocated
                    && service.references.stream()
                            .anyMatch(reference -> reference.resource().equals(id))) {
                holders.add(name);
            }
        });
        tasks.keySet().stream()
                .filter(task -> used.getOrDefault(task, Set.of()).contains(id))
                .forEach(holders::add);
        return holders;
    }
}
