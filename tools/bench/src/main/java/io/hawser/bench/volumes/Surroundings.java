package io.hawser.bench.volumes;

import io.hawser.bench.machine.RecordWriter;
import io.hawser.bus.topic.HawserTopic;
import io.hawser.csi.CsiEndpoint;
import io.hawser.v1.Assignment;
import io.hawser.v1.CreateVolume;
import io.hawser.v1.Plugin;
import io.hawser.v1.RemoveVolume;
import io.hawser.v1.Task;
import io.hawser.v1.TaskMount;
import io.hawser.v1.TaskState;
import io.hawser.v1.VolumeSpec;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Everything around volume-service, simulated by the bench: the orchestrator, plugin-registry, and a node-agent on each
 * node.
 */
final class Surroundings {
    /** CSI's number of the plugin capability CONTROLLER_SERVICE. */
    private static final int CONTROLLER_SERVICE = 1;
    /** CSI's numbers of CREATE_DELETE_VOLUME and PUBLISH_UNPUBLISH_VOLUME. */
    private static final List<Integer> CONTROLLER_CAPABILITIES = List.of(1, 2);

    private final RecordWriter writer;
    private final AtomicLong revision = new AtomicLong();

    Surroundings(RecordWriter writer) {
        this.writer = writer;
    }

    void plugin(String name, CsiEndpoint endpoint) {
        writer.write(
                HawserTopic.PLUGINS,
                name,
                Plugin.newBuilder()
                        .setName(name)
                        .setCurrent("bench")
                        .setEndpoint(endpoint.toString())
                        .addPluginCapabilities(CONTROLLER_SERVICE)
                        .addAllControllerCapabilities(CONTROLLER_CAPABILITIES)
                        .setCapabilitiesKnown(true)
                        .setRevision(revision.incrementAndGet())
                        .build());
    }

    /** Returns when the broker has everything that was written. */
    void flush() {
        writer.flush();
    }

    void node(BenchNode node, String plugin) {
        writer.write(HawserTopic.NODES, node.name(), node.inventory());
        writer.write(
                HawserTopic.FINGERPRINTS,
                node.name() + "/" + plugin,
                node.fingerprint(plugin, revision.incrementAndGet()));
    }

    void create(String volume, VolumeSpec spec) {
        writer.write(
                HawserTopic.VOLUME_COMMANDS,
                volume,
                CreateVolume.newBuilder().setName(volume).setSpec(spec).build());
    }

    void remove(String volume) {
        writer.write(
                HawserTopic.VOLUME_COMMANDS,
                volume,
                RemoveVolume.newBuilder().setName(volume).build());
    }

    /** The one task of this volume. */
    void task(String volume, String node, TaskState observed) {
        String task = "task-" + volume;
        writer.write(
                HawserTopic.TASKS,
                task,
                Task.newBuilder()
                        .setName(task)
                        .setNode(node)
                        .setObserved(observed)
                        .addMounts(TaskMount.newBuilder().setSource(volume).setTarget("/data"))
                        .build());
    }

    /** Answers like a node-agent, without delay. */
    void answer(Assignment assignment) {
        writer.write(
                HawserTopic.MOUNTS,
                assignment.getNode() + "/" + assignment.getVolume(),
                MountAnswers.to(assignment, revision.incrementAndGet()));
    }
}
