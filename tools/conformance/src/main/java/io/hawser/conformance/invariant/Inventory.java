package io.hawser.conformance.invariant;

import com.google.protobuf.Message;
import io.hawser.conformance.history.TopicRecord;
import io.hawser.v1.Deallocation;
import io.hawser.v1.Network;
import io.hawser.v1.Service;
import io.hawser.v1.Task;
import io.hawser.v1.VolumePolicy;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** What the orchestrator has written about tasks, services and networks, up to some moment. */
final class Inventory {
    static final String SERVICE = "service/";

    private final Map<String, String> liveTasks = new HashMap<>();
    private final Set<String> startedTooLate = new HashSet<>();
    private final Kind<Service> services = new Kind<>(Service.class, Service::getName, Service::getPendingDelete);
    private final Kind<Network> networks = new Kind<>(Network.class, Network::getName, Network::getPendingDelete);
    private final Set<String> owned = new HashSet<>();

    /** The records of one kind of resource, by name. */
    private static final class Kind<M extends Message> {
        private final Class<M> type;
        private final Function<M, String> name;
        private final Predicate<M> pendingDelete;
        final Map<String, M> present = new HashMap<>();
        final Set<String> marked = new HashSet<>();
        final Set<String> gone = new HashSet<>();

        Kind(Class<M> type, Function<M, String> name, Predicate<M> pendingDelete) {
            this.type = type;
            this.name = name;
            this.pendingDelete = pendingDelete;
        }

        void apply(TopicRecord record) {
            if (record.tombstone()) {
                present.remove(record.key());
                marked.remove(record.key());
                gone.add(record.key());
            }
            record.as(type).ifPresent(said -> {
                present.put(name.apply(said), said);
                if (pendingDelete.test(said)) {
                    marked.add(name.apply(said));
                }
            });
        }
    }

    void apply(TopicRecord record) {
        switch (record.topic()) {
            case TASKS -> {
                if (record.tombstone()) {
                    liveTasks.remove(record.key());
                }
                record.as(Task.class).ifPresent(this::task);
            }
            case SERVICES -> {
                services.apply(record);
                record.as(Service.class).ifPresent(this::owns);
            }
            case NETWORKS -> networks.apply(record);
            default -> {
                // Not part of the orchestrator's inventory.
            }
        }
    }

    private void task(Task task) {
        if (TaskEnds.OVER.contains(task.getObserved())) {
            liveTasks.remove(task.getName());
            return;
        }
        // An orchestrator starts no task for a service after marking it; such a task is not waited for.
        if (!liveTasks.containsKey(task.getName()) && services.marked.contains(task.getService())) {
            startedTooLate.add(task.getName());
        }
        liveTasks.put(task.getName(), task.getService());
    }

    private void owns(Service service) {
        service.getVolumesList().stream()
                .filter(volume -> volume.getPolicy() == VolumePolicy.VOLUME_POLICY_DELETE)
                .forEach(volume -> owned.add(service.getName() + " " + volume.getName()));
    }

    /** Live tasks of a service that existed when it was marked. */
    Set<String> liveTasks(String service) {
        Set<String> live = new TreeSet<>();
        liveTasks.forEach((task, of) -> {
            if (of.equals(service) && !startedTooLate.contains(task)) {
                live.add(task);
            }
        });
        return live;
    }

    /** Services that refer to a network and are not deallocated themselves. */
    Set<String> services(String network, Set<String> given) {
        Set<String> holding = new TreeSet<>();
        services.present.values().stream()
                .filter(service -> service.getNetworksList().contains(network))
                .map(Service::getName)
                .filter(service -> !given.contains(SERVICE + service))
                .forEach(holding::add);
        return holding;
    }

    /** @param resource {@code service/NAME} or {@code network/NAME} */
    boolean marked(String resource) {
        return kind(resource).marked.contains(nameOf(resource));
    }

    /** Whether the resource's record was deleted at some time. */
    boolean goneOnce(String resource) {
        return kind(resource).gone.contains(nameOf(resource));
    }

    private Kind<?> kind(String resource) {
        return resource.startsWith(SERVICE) ? services : networks;
    }

    static String nameOf(String resource) {
        return resource.substring(resource.indexOf('/') + 1);
    }

    /**
     * Whether every service with policy DELETE for this volume, at least one, had been deallocated by then. Compares
     * the CloudEvents times, because the order in which records of two topics are sent means nothing.
     */
    boolean freedWith(String volume, Instant until, List<TopicRecord> records) {
        Set<String> freed = records.stream()
                .filter(record -> !record.said().isAfter(until))
                .flatMap(record -> record.as(Deallocation.class).stream())
                .filter(Deallocation::hasService)
                .map(word -> word.getService() + " " + volume)
                .collect(Collectors.toSet());
        List<String> owners =
                owned.stream().filter(owner -> owner.endsWith(" " + volume)).toList();
        return !owners.isEmpty() && freed.containsAll(owners);
    }
}
