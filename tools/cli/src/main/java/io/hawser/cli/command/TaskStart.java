package io.hawser.cli.command;

import io.hawser.bus.topic.HawserTopic;
import io.hawser.cli.look.Look;
import io.hawser.cli.rest.CommandAnswer;
import io.hawser.cli.rest.ServiceUnreachableException;
import io.hawser.cli.rest.VolumeServiceClient;
import io.hawser.cli.task.Tasks;
import io.hawser.cli.text.Mounts;
import io.hawser.cli.topic.TopicWriter;
import io.hawser.message.NameRules;
import io.hawser.v1.CommandResult;
import io.hawser.v1.Task;
import io.hawser.v1.TaskMount;
import io.hawser.v1.TaskVolume;
import io.hawser.v1.TaskVolumes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code task start}: writes the task as placed, and as running once its mounts are there, like an orchestrator. */
@Command(name = "start", description = "Places a task on a node, waits for its mounts, and says that it runs.")
final class TaskStart extends HawserCommand {
    @Parameters(paramLabel = "NAME", description = "Never used before.")
    private String name;

    @Option(names = "--node", required = true, description = "Where it is placed.")
    private String node;

    @Option(
            names = "--mount",
            paramLabel = "SOURCE:TARGET[:ro]",
            description = {
                "Source: a volume, or group:NAME. Target: where the container will see it. May be repeated.",
                "VOLUME:TARGET:rw:noatime,nodev adds mount flags to those of the volume."
            })
    private List<TaskMount> mounts = new ArrayList<>();

    @Option(names = "--service", defaultValue = "", description = "The service it belongs to.")
    private String service;

    @Option(names = "--no-wait", description = "Returns immediately; the task stays pending.")
    private boolean noWait;

    @Option(
            names = "--timeout",
            defaultValue = "120",
            paramLabel = "SECONDS",
            description = "How long; 120 by default.")
    private Duration timeout;

    @Mixin
    private Known known;

    /** Whether volume-service has shown the task. */
    private boolean shown;

    @Override
    ExitStatus run(Session session) {
        check();
        if (session.reader()
                .last(HawserTopic.TASKS, name, Task.getDefaultInstance())
                .isPresent()) {
            throw new CommandFailedException(
                    ExitStatus.REFUSED,
                    "there is a task " + name + " already, and a name is never used again: choose another");
        }
        if (!noWait && hasEarlierMounts(session)) {
            throw new CommandFailedException(
                    ExitStatus.REFUSED,
                    "an earlier task " + name + " still has mounts (`./hawser task status " + name
                            + "`), which could be taken for those of this one: choose another name");
        }
        known.node(session, node);
        if (!service.isEmpty()) {
            known.service(session, service);
        }
        mounts.stream()
                .map(TaskMount::getSource)
                .filter(source -> !source.startsWith("group:"))
                .distinct()
                .forEach(source -> known.volume(session, source));
        VolumeServiceClient volumes = session.volumes();
        Task placed = Tasks.placed(name, service, node, mounts);
        try (TopicWriter writer = session.writer()) {
            String id = writer.write(HawserTopic.TASKS, name, placed);
            if (noWait) {
                show(
                        session,
                        placed,
                        "task " + name + " placed on " + node + "; `./hawser task list` shows its mounts");
                return ExitStatus.DONE;
            }
            return switch (await(session, volumes, placed, id)) {
                case Outcome.Rejected(CommandResult answer) ->
                    rejected(
                            session,
                            answer,
                            "; its record stays on the topic until `./hawser task stop " + name + " --forget`");
                case Outcome.Mounted(TaskVolumes mounted) -> {
                    refuseIfChanged(session, placed);
                    writer.write(HawserTopic.TASKS, name, Tasks.running(placed));
                    show(session, mounted, "task " + name + " runs on " + node + paths(mounted));
                    yield ExitStatus.DONE;
                }
            };
        }
    }

    private boolean hasEarlierMounts(Session session) {
        try {
            return session.volumes().task(name).isPresent();
        } catch (ServiceUnreachableException e) {
            // As for the other names: Kafka accepts the record without the service.
            return false;
        }
    }

    /** Refuses a record that would be rejected: it would stay on the topic under this name, and hold its service. */
    private void check() {
        if (noWait) {
            noTimeout(WAITS_NO_MORE);
        }
        if (!NameRules.isSegment(name)) {
            throw wrong(new IllegalArgumentException(
                    "'" + name + "' is no task's name: it has 1 to 63 of a-z, 0-9, '.' and '-'"));
        }
        Set<String> targets = new HashSet<>();
        for (TaskMount mount : mounts) {
            if (!targets.add(mount.getTarget())) {
                throw wrong(new IllegalArgumentException("two mounts have the target '" + mount.getTarget() + "'"));
            }
        }
    }

    private sealed interface Outcome {
        record Mounted(TaskVolumes mounts) implements Outcome {}

        record Rejected(CommandResult answer) implements Outcome {}
    }

    /** A record that says that the task runs must not follow one that says that it has ended. */
    private void refuseIfChanged(Session session, Task placed) {
        if (!session.reader()
                .lastToChange(HawserTopic.TASKS, name, Task.getDefaultInstance())
                .equals(Optional.of(placed))) {
            throw new CommandFailedException(
                    ExitStatus.REFUSED,
                    "task " + name + " was ended or changed by another writer, so it is not recorded as running;"
                            + " `./hawser task status " + name + "` shows what there is");
        }
    }

    private Outcome await(Session session, VolumeServiceClient volumes, Task placed, String id) {
        return session.waiting(timeout)
                .until(
                        mounts.isEmpty() ? "task " + name + " to be known" : "the mounts of task " + name,
                        () -> look(
                                session,
                                placed,
                                volumes.command(id).flatMap(CommandAnswer::outcome),
                                volumes.task(name)),
                        "it keeps waiting; `./hawser task stop " + name + "` takes it back");
    }

    private Look<Outcome> look(
            Session session, Task placed, Optional<CommandResult> answer, Optional<TaskVolumes> task) {
        if (answer.filter(CommandResult::hasRejected).isPresent()) {
            return new Look.Ready<>(new Outcome.Rejected(answer.get()));
        }
        boolean looksEnded = task.map(TaskStart::isReleasing).orElse(shown);
        shown |= task.isPresent();
        if (looksEnded) {
            refuseIfChanged(session, placed);
        }
        return Look.of(
                task.filter(found -> Mounts.allMounted(found, mounts.size())).map(Outcome.Mounted::new),
                () -> Mounts.waitingFor(task));
    }

    private static boolean isReleasing(TaskVolumes task) {
        return task.getMountsList().stream().anyMatch(TaskVolume::hasReleasing);
    }

    private static String paths(TaskVolumes mounted) {
        return mounted.getMountsList().stream()
                .map(mount -> "\n  " + mount.getTarget() + " is "
                        + mount.getMounted().getPath() + " on the node" + (mount.getReadOnly() ? " (read-only)" : ""))
                .collect(Collectors.joining());
    }
}
