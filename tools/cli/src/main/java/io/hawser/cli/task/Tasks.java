package io.hawser.cli.task;

import io.hawser.v1.Task;
import io.hawser.v1.TaskDesiredState;
import io.hawser.v1.TaskMount;
import io.hawser.v1.TaskState;
import java.util.List;

/** The three words that an orchestrator says about a task, in their order. */
public final class Tasks {
    private Tasks() {}

    /** Placed; its container waits for the mounts. */
    public static Task placed(String name, String service, String node, List<TaskMount> mounts) {
        return Task.newBuilder()
                .setName(name)
                .setService(service)
                .setNode(node)
                .setObserved(TaskState.TASK_STATE_PENDING)
                .setDesired(TaskDesiredState.TASK_DESIRED_STATE_RUNNING)
                .addAllMounts(mounts)
                .build();
    }

    /** Its container runs. */
    public static Task running(Task task) {
        return task.toBuilder().setObserved(TaskState.TASK_STATE_RUNNING).build();
    }

    /** Its container has ended, and none will run again. */
    public static Task complete(Task task) {
        return task.toBuilder()
                .setObserved(TaskState.TASK_STATE_COMPLETE)
                .setDesired(TaskDesiredState.TASK_DESIRED_STATE_SHUTDOWN)
                .build();
    }
}
