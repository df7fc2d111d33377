package io.hawser.conformance.invariant;

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
import java.util.stream.Collectors;

/** What the orchestrator has written about tasks, services and networks, up to some moment. */
final class Inventory {
    private final Map<String, String> liveTasks = new HashMap<>();
    private final Set<String> startedTooLate = new HashSet<>();
    private final Map<String, Service> services = new HashMap<>();
    private final Map<String, Network> networks = new HashMap<>();
    private final Set<String> markedServices = new HashSet<>();
    private final Set<String> markedNetworks = new HashSet<>();
    private final Set<String> owned = new HashSet<>();
    private final Set<String> servicesGone = new HashSet<>();
    private final Set<String> networksGone = new HashSet<>();

    void apply(TopicRecord record) {
        switch (record.topic()) {
            case TASKS -> {
                if (record.tombstone()) {
                    liveTasks.remove(record.key());
                }
                record.as(Task.class).ifPresent(this::task);
            }
            case SERVICES -> {
                if (record.tombstone()) {
                    services.remove(record.key());
                    markedServices.remove(record.key());
                    servicesGone.add(record.key());
                }
                record.as(Service.class).ifPresent(this::service);
            }
            case NETWORKS -> {
                if (record.tombstone()) {
                    networks.remove(record.key());
                    markedNetworks.remove(record.key());
                    networksGone.add(record.key());
                }
                record.as(Network.class).ifPresent(this::network);
            }
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
        if (!liveTasks.containsKey(task.getName()) && markedServices.contains(task.getService())) {
            startedTooLate.add(task.getName());
        }
        liveTasks.put(task.getName(), task.getService());
    }

    private void service(Service service) {
        services.put(service.getName(), service);
        if (service.getPendingDelete()) {
            markedServices.add(service.getName());
        }
        service.getVolumesList().stream()
                .filter(volume -> volume.getPolicy() == VolumePolicy.VOLUME_POLICY_DELETE)
                .forEach(volume -> owned.add(service.getName() + " " + volume.getName()));
    }

    private void network(Network network) {
        networks.put(network.getName(), network);
        if (network.getPendingDelete()) {
            markedNetworks.add(network.getName());
        }
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
        services.values().stream()
                .filter(service -> service.getNetworksList().contains(network))
                .map(Service::getName)
                .filter(service -> !given.contains("service/" + service))
                .forEach(holding::add);
        return holding;
    }

    boolean serviceMarked(String name) {
        return markedServices.contains(name);
    }

    boolean networkMarked(String name) {
        return markedNetworks.contains(name);
    }

    boolean serviceGoneOnce(String name) {
        return servicesGone.contains(name);
    }

    boolean networkGoneOnce(String name) {
        return networksGone.contains(name);
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
