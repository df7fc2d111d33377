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
record DemoTasks(Cast cast) {
    private static final String FILE = "hello.txt";

    String volumeCreated(Stage stage) {
        accepted(
                stage,
                CreateVolume.newBuilder()
                        .setName(cast.volume())
                        .setSpec(VolumeSpec.newBuilder()
                                .setPlugin(cast.plugin())
                                .setScope(Scope.SCOPE_SINGLE_NODE)
                                .setSharing(Sharing.SHARING_ALL)
                                .setMount(MountAccess.getDefaultInstance()))
                        .build());
        Volume volume = stage.await("the volume to be created", () -> {
            Optional<Volume> found = stage.volumes().volume(cast.volume());
            return Look.of(
                    found.filter(one -> one.getPhase() == VolumePhase.VOLUME_PHASE_CREATED),
                    () -> found.map(DemoTasks::words).orElse(""));
        });
        return cast.volume() + " is " + volume.getInfo().getVolumeId() + " in the plugin";
    }

    String firstTaskWrites(Stage stage) {
        Path path = startTask(stage, cast.first(), cast.node1());
        write(path.resolve(FILE), content());
        return path.toString();
    }

    String secondTaskReads(Stage stage) {
        return reads(startTask(stage, cast.second(), cast.node1()));
    }

    String thirdTaskWaits(Stage stage) {
        stage.writer().write(HawserTopic.TASKS, cast.third(), placed(cast.third(), cast.node2()));
        return stage.await("the third task to be told that the volume is single-node", () -> {
            String message = Mounts.waitingFor(stage.volumes().task(cast.third()));
            return message.contains("single-node") ? new Look.Ready<>(message) : new Look.NotYet<>(message);
        });
    }

    String tasksOnNode1End(Stage stage) {
        end(stage, cast.first(), cast.node1());
        end(stage, cast.second(), cast.node1());
        return cast.first() + ", " + cast.second();
    }

    String thirdTaskReads(Stage stage) {
        return reads(runTask(stage, cast.third(), cast.node2()));
    }

    String thirdTaskEnds(Stage stage) {
        end(stage, cast.third(), cast.node2());
        Path root = stage.layout().node(cast.node2());
        stage.await("node 2 to have no mount", () -> {
            List<Path> mounts = MountTable.read().pointsBelow(root);
            return Look.of(mounts.isEmpty(), mounts::toString);
        });
        return "unmounted on " + cast.node2();
    }

    String volumeRemoved(Stage stage) {
        accepted(stage, RemoveVolume.newBuilder().setName(cast.volume()).build());
        stage.await("the volume to be gone", () -> Look.gone(stage.volumes().volume(cast.volume()), DemoTasks::words));
        return cast.volume();
    }

    private static String words(Volume volume) {
        return volume.getPhase() + " " + volume.getConditionsList();
    }

    String tasksForgotten(Stage stage) {
        List<String> tasks = List.of(cast.first(), cast.second(), cast.third());
        tasks.forEach(task -> stage.writer().tombstone(HawserTopic.TASKS, task));
        tasks.forEach(task -> stage.await(
                "task " + task + " to be forgotten",
                () -> Look.gone(stage.volumes().task(task), TaskVolumes::toString)));
        return tasks.size() + " tasks";
    }

    private void accepted(Stage stage, com.google.protobuf.Message command) {
        String id = stage.writer().write(HawserTopic.VOLUME_COMMANDS, cast.volume(), command);
        CommandResult answer = stage.await(
                "an answer to command " + id,
                () -> Look.of(stage.volumes().command(id).flatMap(CommandAnswer::outcome), () -> ""));
        if (answer.hasRejected()) {
            throw new PlayFailedException("rejected: " + answer.getRejected().getMessage());
        }
    }

    private Path startTask(Stage stage, String task, String node) {
        stage.writer().write(HawserTopic.TASKS, task, placed(task, node));
        return runTask(stage, task, node);
    }

    /** Awaits the mount of a placed task, and then reports the task as running. */
    private Path runTask(Stage stage, String task, String node) {
        TaskVolumes mounted = stage.await("the mount of task " + task, () -> {
            Optional<TaskVolumes> found = stage.volumes().task(task);
            return Look.of(found.filter(one -> Mounts.allMounted(one, 1)), () -> Mounts.waitingFor(found));
        });
        Path path = Path.of(mounted.getMounts(0).getMounted().getPath());
        if (!path.startsWith(stage.layout().node(node))
                || MountTable.read().at(path).isEmpty()) {
            throw new PlayFailedException(path + " is no mount below the root of " + node);
        }
        stage.writer().write(HawserTopic.TASKS, task, Tasks.running(placed(task, node)));
        return path;
    }

    private void end(Stage stage, String task, String node) {
        stage.writer().write(HawserTopic.TASKS, task, Tasks.complete(placed(task, node)));
    }

    private Task placed(String task, String node) {
        TaskMount mount = TaskMount.newBuilder()
                .setSource(cast.volume())
                .setTarget("/data")
                .build();
        return Tasks.placed(task, cast.service(), node, List.of(mount));
    }

    private String reads(Path path) {
        String read = read(path.resolve(FILE));
        if (!read.equals(content())) {
            throw new PlayFailedException(path.resolve(FILE) + " holds something else than the first task wrote");
        }
        return "\"" + read + "\" from " + path;
    }

    private String content() {
        return "written by " + cast.first();
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
