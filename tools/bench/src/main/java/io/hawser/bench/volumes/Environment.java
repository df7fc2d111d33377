package io.hawser.bench.volumes;

import io.hawser.bench.machine.RecordWriter;
import io.hawser.bus.topic.HawserTopic;
import io.hawser.csi.CsiEndpoint;
import io.hawser.v1.Assignment;
import io.hawser.v1.CreateVolume;
import io.hawser.v1.Node;
import io.hawser.v1.RegisterPluginInstance;
import io.hawser.v1.RemoveVolume;
import io.hawser.v1.Task;
import io.hawser.v1.TaskMount;
import io.hawser.v1.TaskState;
import io.hawser.v1.VolumeSpec;
import java.util.concurrent.atomic.AtomicLong;

/** Everything around Hawser's services, simulated by the bench: the orchestrator, and a node-agent on each node. */
final class Environment {
    private final RecordWriter writer;
    private final AtomicLong revision = new AtomicLong();

    Environment(RecordWriter writer) {
        this.writer = writer;
    }

    void register(String plugin, CsiEndpoint endpoint) {
        writer.write(
                HawserTopic.PLUGIN_COMMANDS,
                plugin,
                RegisterPluginInstance.newBuilder()
                        .setPlugin(plugin)
                        .setInstance("bench")
                        .setEndpoint(endpoint.toString())
                        .build());
    }

    void node(String name) {
        writer.write(HawserTopic.NODES, name, Node.newBuilder().setName(name).build());
    }

    void fingerprint(BenchNode node, String plugin) {
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
        String task = taskOf(volume);
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

    /** The orchestrator deletes the record of the volume's one task. */
    void forgetTask(String volume) {
        writer.tombstone(HawserTopic.TASKS, taskOf(volume));
    }

    private static String taskOf(String volume) {
        return "task-" + volume;
    }

    /** Answers like a node-agent, without delay. */
    void answer(Assignment assignment) {
        writer.write(
                HawserTopic.MOUNTS,
                assignment.getNode() + "/" + assignment.getVolume(),
                MountAnswers.to(assignment, revision.incrementAndGet()));
    }
}
