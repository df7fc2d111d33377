package io.hawser.conformance.run;

import io.hawser.bus.topic.HawserTopic;
import io.hawser.cli.look.Look;
import io.hawser.cli.task.Tasks;
import io.hawser.cli.text.Mounts;
import io.hawser.conformance.scenario.Plan;
import io.hawser.conformance.scenario.TaskSpec;
import io.hawser.mounts.MountTable;
import io.hawser.v1.Task;
import io.hawser.v1.TaskVolumes;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** The tasks of a run, from the orchestrator's view. */
final class RunTasks {
    private final Plan plan;
    private final RunContext context;
    private final Inventory inventory;
    private final Set<String> live = new LinkedHashSet<>();
    private final Set<String> placed = new LinkedHashSet<>();

    RunTasks(Plan plan, RunContext context, Inventory inventory) {
        this.plan = plan;
        this.context = context;
        this.inventory = inventory;
    }

    void start(String task) {
        live.add(task);
        placed.add(task);
        inventory.write(HawserTopic.TASKS, task, record(task));
    }

    void end(String task) {
        // The task may have been lost with its node.
        if (live.remove(task)) {
            inventory.write(HawserTopic.TASKS, task, Tasks.complete(record(task)));
        }
    }

    /** All tasks of a node have ended with it. */
    void lost(String node) {
        List.copyOf(live).stream()
                .filter(task -> spec(task).node().equals(node))
                .forEach(this::end);
    }

    void awaitMounted(String task) {
        List<Path> paths =
                context.await("the mounts of task " + task, () -> Look.of(mounted(task), () -> message(task)));
        inventory.write(HawserTopic.TASKS, task, Tasks.running(record(task)));
        MountTable there = MountTable.read();
        paths.stream().filter(path -> there.at(path).isEmpty()).findFirst().ifPresent(path -> {
            throw new PlayFailedException(
                    "the record of task " + task + " says that " + path + " is mounted, and it is not");
        });
    }

    /** Returns when every live task has all its mounts or waits for another one to end. */
    void awaitSettled() {
        context.await(
                "the tasks to be served or to wait",
                () -> Look.gone(
                        live.stream()
                                .filter(task -> mounted(task).isEmpty() && !waits(task))
                                .findFirst(),
                        task -> "task " + task + ": " + message(task)));
    }

    /** Ends each live task once it has had its mounts, so that waiting tasks get theirs. */
    void serveAll() {
        while (!live.isEmpty()) {
            String served = context.await(
                    "one of the tasks " + live + " to be served",
                    () -> Look.of(
                            live.stream()
                                    .filter(task -> mounted(task).isPresent())
                                    .findFirst(),
                            this::whys));
            awaitMounted(served);
            end(served);
        }
    }

    void endAll() {
        List.copyOf(live).forEach(this::end);
    }

    /** The orchestrator deletes the tasks' records. */
    void forgetAll() {
        placed.forEach(task -> inventory.tombstone(HawserTopic.TASKS, task));
        placed.forEach(task ->
                context.await("task " + task + " to be forgotten", () -> Look.gone(seen(task), TaskVolumes::toString)));
    }

    private TaskSpec spec(String task) {
        return Objects.requireNonNull(plan.tasks().get(task));
    }

    private Task record(String task) {
        TaskSpec spec = spec(task);
        return Tasks.placed(task, plan.serviceOf(task), spec.node(), spec.mounts());
    }

    private Optional<TaskVolumes> seen(String task) {
        return context.tap().last(HawserTopic.TASK_VOLUMES, task, TaskVolumes.class);
    }

    private Optional<List<Path>> mounted(String task) {
        int expected = spec(task).mounts().size();
        return seen(task).filter(seen -> Mounts.allMounted(seen, expected)).map(seen -> {
            List<Path> paths = new ArrayList<>();
            seen.getMountsList()
                    .forEach(mount -> paths.add(Path.of(mount.getMounted().getPath())));
            return paths;
        });
    }

    private boolean waits(String task) {
        return seen(task)
                .filter(seen -> seen.getMountsCount() > 0
                        && seen.getMountsList().stream().allMatch(mount -> mount.hasWaiting()))
                .isPresent();
    }

    private String message(String task) {
        return Mounts.waitingFor(seen(task));
    }

    private String whys() {
        return live.stream().map(task -> task + ": " + message(task)).collect(Collectors.joining(". "));
    }
}
