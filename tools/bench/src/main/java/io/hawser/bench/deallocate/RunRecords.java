package io.hawser.bench.deallocate;

import io.hawser.v1.Service;
import io.hawser.v1.Task;
import io.hawser.v1.TaskDesiredState;
import io.hawser.v1.TaskState;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The records of one run: those of services that are marked for deletion, and of their tasks.
 *
 * @param run names of different runs are different
 * @param tasks at least one for each service; neighbours belong to different services
 */
record RunRecords(int run, int services, int tasks) {
    List<String> serviceNames() {
        return IntStream.range(0, services).mapToObj(this::service).toList();
    }

    String serviceOf(int task) {
        return service(task % services);
    }

    String name(int task) {
        return "task-" + run + "-" + task;
    }

    Service marked(String service) {
        return Service.newBuilder().setName(service).setPendingDelete(true).build();
    }

    Task running(int task) {
        return Task.newBuilder()
                .setName(name(task))
                .setService(serviceOf(task))
                .setNode("node-1")
                .setObserved(TaskState.TASK_STATE_RUNNING)
                .setDesired(TaskDesiredState.TASK_DESIRED_STATE_RUNNING)
                .build();
    }

    Task ended(int task) {
        return running(task).toBuilder()
                .setObserved(TaskState.TASK_STATE_COMPLETE)
                .setDesired(TaskDesiredState.TASK_DESIRED_STATE_SHUTDOWN)
                .build();
    }

    private String service(int number) {
        return "service-" + run + "-" + number;
    }
}
