package io.hawser.conformance.invariant;

import io.hawser.bus.topic.HawserTopic;
import io.hawser.conformance.history.History;
import io.hawser.conformance.history.TopicRecord;
import io.hawser.v1.Task;
import io.hawser.v1.TaskDesiredState;
import io.hawser.v1.TaskState;
import java.time.Instant;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/** When the orchestrator first wrote that a task needs its mounts no longer, or needs others. */
final class TaskEnds {
    /** The states in which a task needs its mounts no longer. */
    static final Set<TaskState> OVER =
            EnumSet.of(TaskState.TASK_STATE_COMPLETE, TaskState.TASK_STATE_FAILED, TaskState.TASK_STATE_REJECTED);

    private final Map<String, Task> known = new HashMap<>();
    private final Map<String, Instant> since = new HashMap<>();
    private final Map<String, Instant> ends = new HashMap<>();

    private TaskEnds() {}

    static TaskEnds of(History history) {
        TaskEnds all = new TaskEnds();
        for (TopicRecord record : history.records()) {
            if (record.topic() == HawserTopic.TASKS) {
                if (record.tombstone()) {
                    all.ends.putIfAbsent(record.key(), record.at());
                }
                record.as(Task.class).ifPresent(task -> all.add(task, record.at()));
            }
        }
        return all;
    }

    private void add(Task task, Instant at) {
        Task before = known.put(task.getName(), task);
        since.putIfAbsent(task.getName(), at);
        boolean over =
                OVER.contains(task.getObserved()) || task.getDesired() == TaskDesiredState.TASK_DESIRED_STATE_SHUTDOWN;
        boolean other = before != null
                && !(before.getNode().equals(task.getNode())
                        && before.getMountsList().equals(task.getMountsList()));
        if (over || other) {
            ends.putIfAbsent(task.getName(), at);
        }
    }

    /** Whether the task certainly still needed its mounts; never certain for a task without a record. */
    boolean running(String task, Instant at) {
        return known.containsKey(task)
                && (!ends.containsKey(task) || ends.get(task).isAfter(at));
    }

    /** The time of the task's first record; the earliest time if there is none. */
    Instant since(String task) {
        return since.getOrDefault(task, Instant.EPOCH);
    }
}
