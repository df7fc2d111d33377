package io.hawser.conformance.invariant;

import io.hawser.conformance.history.History;
import io.hawser.conformance.history.TopicRecord;
import io.hawser.v1.Task;
import io.hawser.v1.TaskMount;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** How tasks ask for their mounts, by the orchestrator's own records. */
final class AskedMounts {
    /** Any volume of a group may serve such a mount. */
    private static final String OF_GROUP = "group:";

    private final Map<String, List<TaskMount>> byTask = new HashMap<>();

    private AskedMounts() {}

    static AskedMounts of(History history) {
        AskedMounts all = new AskedMounts();
        for (TopicRecord record : history.records()) {
            record.as(Task.class).ifPresent(task -> all.byTask
                    .computeIfAbsent(task.getName(), t -> new ArrayList<>())
                    .addAll(task.getMountsList()));
        }
        return all;
    }

    /**
     * Whether the task asked to read the volume only; empty if it asked for both, or for neither. A node may act on an
     * older record of the task, so each of them counts.
     */
    Optional<Boolean> readOnly(String task, String volume) {
        Set<Boolean> asked = byTask.getOrDefault(task, List.of()).stream()
                .filter(mount ->
                        mount.getSource().equals(volume) || mount.getSource().startsWith(OF_GROUP))
                .map(TaskMount::getReadOnly)
                .collect(Collectors.toSet());
        return asked.size() == 1 ? asked.stream().findFirst() : Optional.empty();
    }
}
