package io.hawser.volume.testkit;

import io.hawser.bus.key.NodePlugin;
import io.hawser.bus.key.NodeVolume;
import io.hawser.bus.topic.HawserTopic;
import io.hawser.bus.topic.TopicNames;
import io.hawser.strict.StrictPlugin;
import io.hawser.strict.StrictPluginOptions;
import io.hawser.strict.call.Call;
import io.hawser.strict.call.Rpc;
import io.hawser.strict.history.Event.CallArrived;
import io.hawser.v1.AgentIdentity;
import io.hawser.v1.Assignment;
import io.hawser.v1.CreateVolume;
import io.hawser.v1.MountAccess;
import io.hawser.v1.MountReport;
import io.hawser.v1.Node;
import io.hawser.v1.NodeHeartbeat;
import io.hawser.v1.Plugin;
import io.hawser.v1.RemoveVolume;
import io.hawser.v1.Task;
import io.hawser.v1.TaskMount;
import io.hawser.v1.TaskState;
import io.hawser.v1.VolumeSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * A strict plugin with its nodes, and who writes of them, of tasks and of what is asked for. Nothing of it is known
 * until it is written.
 */
public final class Cluster implements AutoCloseable {
    public final String plugin;
    public final StrictPlugin strict;
    public final Orchestrator orchestrator;
    private final Set<String> nodes;
    private long revision = System.currentTimeMillis();

    public Cluster(Map<String, Object> kafka, String plugin, String... nodes) throws IOException {
        this(kafka, options -> options.withName(plugin).withNodes(nodes));
    }

    public Cluster(Map<String, Object> kafka, UnaryOperator<StrictPluginOptions> plugin) throws IOException {
        this(kafka, TopicNames.DEFAULT, plugin);
    }

    public Cluster(Map<String, Object> kafka, TopicNames names, UnaryOperator<StrictPluginOptions> plugin)
            throws IOException {
        StrictPluginOptions options = plugin.apply(
                StrictPluginOptions.at(Files.createTempDirectory("hv").resolve("c.sock")));
        this.plugin = options.name();
        nodes = options.nodeSockets().keySet();
        strict = StrictPlugin.start(options);
        orchestrator = new Orchestrator(kafka, names);
    }

    /** The plugin and all its nodes become known, and are well. */
    public void describe() {
        register(pluginRecord());
        for (String node : nodes) {
            orchestrator.write(
                    HawserTopic.NODES,
                    node,
                    node,
                    Node.newBuilder().setName(node).build());
            fingerprint(node);
        }
    }

    /** What plugin-registry says of the plugin when it has answered and is well. */
    public Plugin.Builder pluginRecord() {
        return StrictNodes.plugin(strict, plugin, revision++).toBuilder();
    }

    public void register(Plugin.Builder record) {
        orchestrator.write(
                HawserTopic.PLUGINS,
                plugin,
                "p",
                record.setName(plugin).setRevision(revision++).build());
    }

    public void fingerprint(String node) {
        orchestrator.write(
                HawserTopic.FINGERPRINTS,
                new NodePlugin(node, plugin).key(),
                "f-" + node,
                StrictNodes.fingerprint(strict, plugin, node, revision++));
    }

    /** Of this plugin, mounted. */
    public VolumeSpec.Builder spec() {
        return VolumeSpec.newBuilder().setPlugin(plugin).setMount(MountAccess.getDefaultInstance());
    }

    public void create(String volume, String id) {
        create(volume, id, spec());
    }

    public void create(String volume, String id, VolumeSpec.Builder spec) {
        orchestrator.write(
                HawserTopic.VOLUME_COMMANDS,
                volume,
                id,
                CreateVolume.newBuilder().setName(volume).setSpec(spec).build());
    }

    public void remove(String volume, String id) {
        orchestrator.write(
                HawserTopic.VOLUME_COMMANDS,
                volume,
                id,
                RemoveVolume.newBuilder().setName(volume).build());
    }

    public void task(String name, String node, String source, TaskState observed) {
        task(name, node, TaskMount.newBuilder().setSource(source).setTarget("/data"), observed);
    }

    public void task(String name, String node, TaskMount.Builder mount, TaskState observed) {
        orchestrator.write(
                HawserTopic.TASKS,
                name,
                name + "-" + observed,
                Task.newBuilder()
                        .setName(name)
                        .setNode(node)
                        .setObserved(observed)
                        .addMounts(mount)
                        .build());
    }

    public void report(MountReport.Builder report) {
        long number = revision++;
        orchestrator.write(
                HawserTopic.MOUNTS,
                new NodeVolume(report.getNode(), report.getVolume()).key(),
                "m-" + number,
                report.setRevision(number).build());
    }

    /** The node's agent sends a heartbeat, and promises the next one within so many seconds. */
    public void heartbeat(String node, AgentIdentity agent, int seconds) {
        long number = revision++;
        orchestrator.write(
                HawserTopic.FINGERPRINTS,
                node,
                "h-" + number,
                NodeHeartbeat.newBuilder()
                        .setNode(node)
                        .setRevision(number)
                        .setAgent(agent)
                        .setInterval(com.google.protobuf.Duration.newBuilder().setSeconds(seconds))
                        .build());
    }

    /** The node's agent does what the assignment says, and reports it. */
    public void obey(Assignment assignment) {
        report(MountReports.obeyed(assignment));
    }

    /** What the plugin was asked, in the order of arrival. */
    public List<Call> calls(Rpc rpc) {
        return strict.events().stream()
                .filter(CallArrived.class::isInstance)
                .map(event -> ((CallArrived) event).call())
                .filter(call -> call.rpc() == rpc)
                .toList();
    }

    /**
     * Writes that the plugin is gone: a service that outlives this cluster would call the plugin again and again.
     */
    @Override
    public void close() {
        orchestrator.remove(HawserTopic.PLUGINS, plugin);
        orchestrator.close();
        strict.close();
    }
}
