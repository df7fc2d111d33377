package io.hawser.cli.command;

import io.hawser.cli.look.Look;
import io.hawser.cli.rest.VolumeServiceClient;
import io.hawser.cli.text.NodeText;
import io.hawser.v1.Node;
import io.hawser.v1.NodeAvailability;
import java.time.Duration;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
        name = "drain",
        description = "The node gets no new mounts, and each task on it is asked to end (`./hawser task list`).")
final class NodeDrain extends NodeChange {
    @Option(names = "--wait", description = "Waits until no task has mounts there, and no volume is there any more.")
    private boolean wait;

    @Option(
            names = "--timeout",
            defaultValue = "120",
            paramLabel = "SECONDS",
            description = "How long; 120 by default.")
    private Duration timeout;

    @Override
    Node changed(Node node) {
        return node.toBuilder()
                .setAvailability(NodeAvailability.NODE_AVAILABILITY_DRAIN)
                .build();
    }

    @Override
    void check(Session session, Effect awaited) {
        awaited.check(this, wait);
    }

    @Override
    boolean await(Session session, String name) {
        if (wait) {
            VolumeServiceClient volumes = session.volumes();
            session.waiting(timeout)
                    .until(
                            "node " + name + " to be empty",
                            () -> look(volumes, name),
                            "it stays drained, and its tasks stay asked to end; " + back(name));
        }
        return wait;
    }

    private static Look<Boolean> look(VolumeServiceClient volumes, String node) {
        if (!volumes.drained(node)) {
            return new Look.NotYet<>("a later record of it says otherwise");
        }
        List<String> tasks = volumes.tasksOn(node);
        if (!tasks.isEmpty()) {
            return new Look.NotYet<>("mounts of " + NodeText.left(tasks, "task") + " are there");
        }
        List<String> left = volumes.volumesOn(node);
        return Look.of(left.isEmpty(), () -> "it still has " + NodeText.left(left, "volume"));
    }

    @Override
    String sentence(Node node) {
        return "node " + node.getName()
                + (wait
                        ? " is drained: no task and no volume is left on it; "
                        : " is to be drained: its tasks are asked to end (`./hawser task list`); ")
                + back(node.getName());
    }

    private static String back(String name) {
        return "`./hawser node activate " + name + "` takes it back";
    }
}
