package io.hawser.deallocator.inventory;

import io.hawser.deallocator.deletion.ResourceId;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** The live tasks and the unreadable ones. Each change of what holds a service is reported with the service's name. */
final class Tasks {
    private final Instant now;
    private final Consumer<Optional<String>> changed;
    private final List<Notice> notices;
    private final Map<String, LiveTask> live;
    private final Map<String, UnreadableTask> unreadable;

    /** @param changed gets a service; empty = every service */
    Tasks(Inventory before, Instant now, Consumer<Optional<String>> changed, List<Notice> notices) {
        this.now = now;
        this.changed = changed;
        this.notices = notices;
        this.live = new HashMap<>(before.tasks());
        this.unreadable = new HashMap<>(before.unreadable());
    }

    Map<String, LiveTask> live() {
        return live;
    }

    Map<String, UnreadableTask> unreadable() {
        return unreadable;
    }

    void lives(String name, String service, Instant written) {
        List<UnreadableTask> replaced = readable(name);
        LiveTask before = live.get(name);
        if (before != null && before.service().equals(service)) {
            return;
        }
        live.put(name, new LiveTask(name, service, now, first(written, Optional.of(service), replaced)));
        if (before != null) {
            changed.accept(Optional.of(before.service()));
        }
        changed.accept(Optional.of(service));
    }

    void ended(String name) {
        readable(name);
        LiveTask before = live.remove(name);
        if (before != null) {
            changed.accept(Optional.of(before.service()));
        }
    }

    /** The task may have been moved to the service that this record names; the earlier record holds the other. */
    void unreadable(Fact.TaskUnreadable fact) {
        List<UnreadableTask> replaced = fact.key().map(this::readable).orElse(List.of());
        Optional<String> service = fact.service()
                .or(() -> fact.key().map(live::get).map(LiveTask::service))
                .filter(name -> !name.isEmpty());
        unreadable.put(
                fact.place(),
                new UnreadableTask(fact.place(), fact.key(), service, now, first(fact.written(), service, replaced)));
        String about = fact.key().orElse(fact.place());
        notices.add(new Notice.TaskUnreadable(
                new ResourceId("task", about), fact.place(), service.orElse("every service")));
        changed.accept(service);
    }

    void discarded(String place) {
        UnreadableTask before = unreadable.remove(place);
        if (before != null) {
            changed.accept(before.service());
        }
    }

    /** A later record of the key counts instead. */
    private List<UnreadableTask> readable(String key) {
        List<UnreadableTask> earlier = unreadable.values().stream()
                .filter(task -> task.key().equals(Optional.of(key)))
                .toList();
        for (UnreadableTask task : earlier) {
            discarded(task.place());
        }
        return earlier;
    }

    /** The task is as old as the first of its records that may have named this service. */
    private static Instant first(Instant written, Optional<String> service, List<UnreadableTask> replaced) {
        return replaced.stream()
                .filter(task -> service.isEmpty()
                        || task.service().isEmpty()
                        || task.service().equals(service))
                .map(UnreadableTask::written)
                .filter(written::isAfter)
                .min(Comparator.naturalOrder())
                .orElse(written);
    }
}
