package io.hawser.cli.task;

import io.hawser.v1.Task;
import io.hawser.v1.TaskDesiredState;
import io.hawser.v1.TaskMount;
import io.hawser.v1.TaskState;
import java.util.List;

/** The three records that an orchestrator writes about a task, in their order. */
public final class Tasks {
    private Tasks() {}

    /** The task is placed; its container waits for the mounts. */
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

    /** The task's container runs. */
    public static Task running(Task task) {
        return task.toBuilder().setObserved(TaskState.TASK_STATE_RUNNING).build();
    }

    /**
     * The task's container has ended, and none will run again. It holds no mounts any more, and a mount for which its
     * record was rejected must not make this one be rejected, too.
     */
    public static Task complete(Task task) {
        return task.toBuilder()
                .clearMounts()
                .setObserved(TaskState.TASK_STATE_COMPLETE)
                .setDesired(TaskDesiredState.TASK_DESIRED_STATE_SHUTDOWN)
                .build();
    }
}
