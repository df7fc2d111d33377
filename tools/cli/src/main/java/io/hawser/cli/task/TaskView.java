package io.hawser.cli.task;

import io.hawser.v1.Task;
import io.hawser.v1.TaskState;
import io.hawser.v1.TaskVolumes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A task: the orchestrator's record and what volume-service makes of its mounts.
 *
 * @param record empty if it is deleted; its mounts may still be on their way out
 * @param volumes empty if volume-service has nothing for it: it has no mounts, or was not read yet
 * @param eventId of the record, under which a rejection is found; empty: not looked for
 */
public record TaskView(String name, Optional<Task> record, Optional<TaskVolumes> volumes, Optional<String> eventId) {
    public TaskView(String name, Optional<Task> record, Optional<TaskVolumes> volumes) {
        this(name, record, volumes, Optional.empty());
    }

    /** Every task that has a record or mounts, by name. */
    public static List<TaskView> all(Map<String, Task> records, Stream<TaskVolumes> volumes) {
        List<TaskView> views = new ArrayList<>();
        Set<String> seen = new HashSet<>();
        volumes.forEach(each -> {
            views.add(
                    new TaskView(each.getTask(), Optional.ofNullable(records.get(each.getTask())), Optional.of(each)));
            seen.add(each.getTask());
        });
        records.forEach((name, record) -> {
            if (!seen.contains(name)) {
                views.add(new TaskView(name, Optional.of(record), Optional.empty()));
            }
        });
        views.sort(Comparator.comparing(TaskView::name));
        return List.copyOf(views);
    }

    /** Whether volume-service shows none of the mounts that the record of a task that has not ended asks for. */
    public boolean isUnreadOrRejected() {
        return volumes.filter(shown -> shown.getMountsCount() > 0).isEmpty()
                && record.filter(task -> task.getMountsCount() > 0).isPresent()
                && !ended();
    }

    /** Whether the record is deleted, or says that the container has ended. */
    public boolean ended() {
        return record.filter(task -> task.getObserved().getNumber() < TaskState.TASK_STATE_COMPLETE_VALUE)
                .isEmpty();
    }

    public String node() {
        return record.map(Task::getNode)
                .or(() -> volumes.map(TaskVolumes::getNode))
                .orElse("");
    }
}
