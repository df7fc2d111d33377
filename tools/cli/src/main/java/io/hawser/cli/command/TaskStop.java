package io.hawser.cli.command;

import io.hawser.bus.service.HawserService;
import io.hawser.bus.topic.HawserTopic;
import io.hawser.cli.look.Look;
import io.hawser.cli.rest.VolumeServiceClient;
import io.hawser.cli.task.Tasks;
import io.hawser.cli.topic.TopicReader;
import io.hawser.v1.CommandResult;
import io.hawser.v1.Task;
import io.hawser.v1.TaskVolume;
import io.hawser.v1.TaskVolumes;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "stop",
        description = "Records that the tasks' containers have ended; Hawser then unmounts their volumes. It stops no"
                + " container: end the container first. A removed service that waits only for them ends, and its"
                + " volumes of policy DELETE are deleted.")
final class TaskStop extends HawserCommand {
    @Parameters(paramLabel = "NAME", arity = "1..*")
    private List<String> names = List.of();

    @Option(names = "--forget", description = "Deletes the task's record, too.")
    private boolean forget;

    @Mixin
    private Effect effect;

    /** Of each task that volume-service has shown, whether it has shown a mount that the task holds. */
    private final Map<String, Boolean> shown = new HashMap<>();

    /**
     * What was written about a task.
     *
     * @param id of its last record; empty if that is unreadable, and only its tombstone was written
     */
    private record Stopped(Task task, String id) {}

    @Override
    ExitStatus run(Session session) {
        try (StateWriter writer = effect.writer(session, HawserService.VOLUME_SERVICE)) {
            Map<String, Stopped> written = new LinkedHashMap<>();
            ExitStatus all = writeEach(
                    session, names, "records", TaskStop::about, name -> written.put(name, stop(session, writer, name)));
            ExitStatus awaited = each(
                    session,
                    written.entrySet(),
                    each -> about(each.getKey()),
                    each -> await(session, writer, each.getKey(), each.getValue()));
            return all == ExitStatus.DONE ? awaited : all;
        }
    }

    private static String about(String name) {
        return "task " + name;
    }

    private Stopped stop(Session session, StateWriter writer, String name) {
        TopicReader reader = session.reader();
        Optional<Task> task = reader.last(HawserTopic.TASKS, name, Task.getDefaultInstance());
        // A record that cannot be read cannot be written again as complete.
        if (task.isEmpty() && forget && reader.exists(HawserTopic.TASKS, name)) {
            writer.tombstone(HawserTopic.TASKS, name);
            return new Stopped(Task.newBuilder().setName(name).build(), "");
        }
        Task complete = Tasks.complete(task.orElseThrow(() -> unknown("task", name)));
        if (effect.isAwaited()) {
            // Only a page that looks different afterwards shows that the record was read.
            Look.patient(() -> look(session.volumes(), name));
        }
        String id = writer.write(HawserTopic.TASKS, name, complete);
        if (forget) {
            writer.tombstone(HawserTopic.TASKS, name);
        }
        return new Stopped(complete, id);
    }

    private ExitStatus await(Session session, StateWriter writer, String name, Stopped stopped) {
        // A tombstone ends the task even if the record before it is rejected.
        String id = forget ? "" : stopped.id();
        Optional<CommandResult> rejected = writer.await(
                effect.waiting(session),
                id,
                about(name) + " to be known as ended",
                () -> look(session.volumes(), name),
                StateWriter.readLater(stopped.id()));
        if (rejected.isPresent()) {
            return rejected(session, rejected.get());
        }
        show(session, stopped.task(), sentence(name, stopped.id()));
        return ExitStatus.DONE;
    }

    private String sentence(String name, String id) {
        if (id.isEmpty()) {
            return about(name) + " forgotten; its record could not be read";
        }
        if (forget) {
            return about(name) + " ended and forgotten";
        }
        return shown.getOrDefault(name, false)
                ? about(name) + " ended"
                : StateWriter.unseen("the end of " + about(name) + " is written", id);
    }

    /**
     * The mounts of a task that has ended are at most on their way out. Without mounts, it looks as before, until its
     * tombstone is read. A task that was shown and is not any more has ended, also if the orchestrator wrote that.
     */
    private Look<Boolean> look(VolumeServiceClient volumes, String name) {
        Optional<TaskVolumes> page = volumes.task(name);
        List<TaskVolume> mounts = page.map(TaskVolumes::getMountsList).orElse(List.of());
        boolean held = !mounts.stream().allMatch(TaskVolume::hasReleasing);
        page.ifPresent(_ -> shown.merge(name, held, Boolean::logicalOr));
        boolean ended = page.isPresent() ? !held && !(forget && mounts.isEmpty()) : forget || shown.containsKey(name);
        return Look.of(ended, () -> StateWriter.NOT_READ.formatted(HawserService.VOLUME_SERVICE.serviceName()));
    }
}
