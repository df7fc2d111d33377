package io.hawser.local.demo;

import io.hawser.bus.topic.HawserTopic;
import io.hawser.cli.look.Look;
import io.hawser.cli.rest.CommandAnswer;
import io.hawser.cli.task.Tasks;
import io.hawser.cli.text.Mounts;
import io.hawser.mounts.MountTable;
import io.hawser.v1.CommandResult;
import io.hawser.v1.CreateVolume;
import io.hawser.v1.MountAccess;
import io.hawser.v1.RemoveVolume;
import io.hawser.v1.Scope;
import io.hawser.v1.Sharing;
import io.hawser.v1.Task;
import io.hawser.v1.TaskMount;
import io.hawser.v1.TaskVolumes;
import io.hawser.v1.Volume;
import io.hawser.v1.VolumePhase;
import io.hawser.v1.VolumeSpec;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** The steps of the volume and of the tasks that use it. */
record DemoTasks(DemoNames names) {
    private static final String FILE = "hello.txt";

    String volumeCreated(DemoContext context) {
        accepted(
                context,
                CreateVolume.newBuilder()
                        .setName(names.volume())
                        .setSpec(VolumeSpec.newBuilder()
                                .setPlugin(names.plugin())
                                .setScope(Scope.SCOPE_SINGLE_NODE)
                                .setSharing(Sharing.SHARING_ALL)
                                .setMount(MountAccess.getDefaultInstance()))
                        .build());
        Volume volume = context.await("the volume to be created", () -> {
            Optional<Volume> found = context.volumes().volume(names.volume());
            return Look.of(
                    found.filter(one -> one.getPhase() == VolumePhase.VOLUME_PHASE_CREATED),
                    () -> found.map(DemoTasks::words).orElse(""));
        });
        return names.volume() + " is " + volume.getInfo().getVolumeId() + " in the plugin";
    }

    String firstTaskWrites(DemoContext context) {
        Path path = startTask(context, names.first(), names.node1());
        write(path.resolve(FILE), content());
        return path.toString();
    }

    String secondTaskReads(DemoContext context) {
        return reads(startTask(context, names.second(), names.node1()));
    }

    String thirdTaskWaits(DemoContext context) {
        context.writer().write(HawserTopic.TASKS, names.third(), placed(names.third(), names.node2()));
        return context.await("the third task to show that the volume is single-node", () -> {
            String message = Mounts.waitingFor(context.volumes().task(names.third()));
            return message.contains("single-node") ? new Look.Ready<>(message) : new Look.NotYet<>(message);
        });
    }

    String tasksOnNode1End(DemoContext context) {
        end(context, names.first(), names.node1());
        end(context, names.second(), names.node1());
        return names.first() + ", " + names.second();
    }

    String thirdTaskReads(DemoContext context) {
        return reads(runTask(context, names.third(), names.node2()));
    }

    String thirdTaskEnds(DemoContext context) {
        end(context, names.third(), names.node2());
        Path root = context.layout().node(names.node2());
        context.await("node 2 to have no mount", () -> {
            List<Path> mounts = MountTable.read().pointsBelow(root);
            return Look.of(mounts.isEmpty(), mounts::toString);
        });
        return "unmounted on " + names.node2();
    }

    String volumeRemoved(DemoContext context) {
        accepted(context, RemoveVolume.newBuilder().setName(names.volume()).build());
        context.await(
                "the volume to be gone", () -> Look.gone(context.volumes().volume(names.volume()), DemoTasks::words));
        return names.volume();
    }

    private static String words(Volume volume) {
        return volume.getPhase() + " " + volume.getConditionsList();
    }

    String tasksForgotten(DemoContext context) {
        List<String> tasks = List.of(names.first(), names.second(), names.third());
        tasks.forEach(task -> context.writer().tombstone(HawserTopic.TASKS, task));
        tasks.forEach(task -> context.await(
                "task " + task + " to be forgotten",
                () -> Look.gone(context.volumes().task(task), TaskVolumes::toString)));
        return tasks.size() + " tasks";
    }

    private void accepted(DemoContext context, com.google.protobuf.Message command) {
        String id = context.writer().write(HawserTopic.VOLUME_COMMANDS, names.volume(), command);
        CommandResult answer = context.await(
                "an answer to command " + id,
                () -> Look.of(context.volumes().command(id).flatMap(CommandAnswer::outcome), () -> ""));
        if (answer.hasRejected()) {
            throw new StepFailedException("rejected: " + answer.getRejected().getMessage());
        }
    }

    private Path startTask(DemoContext context, String task, String node) {
        context.writer().write(HawserTopic.TASKS, task, placed(task, node));
        return runTask(context, task, node);
    }

    /** Awaits the mount of a placed task, and then reports the task as running. */
    private Path runTask(DemoContext context, String task, String node) {
        TaskVolumes mounted = context.await("the mount of task " + task, () -> {
            Optional<TaskVolumes> found = context.volumes().task(task);
            return Look.of(found.filter(one -> Mounts.allMounted(one, 1)), () -> Mounts.waitingFor(found));
        });
        Path path = Path.of(mounted.getMounts(0).getMounted().getPath());
        if (!path.startsWith(context.layout().node(node))
                || MountTable.read().at(path).isEmpty()) {
            throw new StepFailedException(path + " is no mount below the root of " + node);
        }
        context.writer().write(HawserTopic.TASKS, task, Tasks.running(placed(task, node)));
        return path;
    }

    private void end(DemoContext context, String task, String node) {
        context.writer().write(HawserTopic.TASKS, task, Tasks.complete(placed(task, node)));
    }

    private Task placed(String task, String node) {
        TaskMount mount = TaskMount.newBuilder()
                .setSource(names.volume())
                .setTarget("/data")
                .build();
        return Tasks.placed(task, names.service(), node, List.of(mount));
    }

    private String reads(Path path) {
        String read = read(path.resolve(FILE));
        if (!read.equals(content())) {
            throw new StepFailedException(path.resolve(FILE) + " holds something else than the first task wrote");
        }
        return "\"" + read + "\" from " + path;
    }

    private String content() {
        return "written by " + names.first();
    }

    private static void write(Path file, String text) {
        try {
            Files.writeString(file, text);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write " + file, e);
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + file, e);
        }
    }
}
