package io.hawser.volume.claim;

import static io.hawser.volume.id.Ids.N1;
import static io.hawser.volume.id.Ids.P;

import io.hawser.v1.Fingerprint;
import io.hawser.v1.Node;
import io.hawser.v1.Sharing;
import io.hawser.v1.Task;
import io.hawser.v1.TaskMount;
import io.hawser.v1.Topology;
import io.hawser.v1.VolumeSpec;
import io.hawser.volume.id.NodeName;
import io.hawser.volume.id.PluginName;
import io.hawser.volume.id.TargetId;
import io.hawser.volume.id.TaskName;
import io.hawser.volume.id.VolumeName;
import io.hawser.volume.lifecycle.Claim;
import io.hawser.volume.lifecycle.Claim.State;
import io.hawser.volume.lifecycle.Provision;
import io.hawser.volume.lifecycle.Publication;
import io.hawser.volume.lifecycle.Volume;
import io.hawser.volume.orphan.UnexplainedMount;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What the tests of the claims start from: tasks, volumes and nodes as the decision sees them. */
final class ClaimScenes {
    /** Of an agent that lost its records. */
    static final UnexplainedMount UNKNOWN = new UnexplainedMount(false, Set.of(), Set.of());

    static final Volume.Removal REMOVAL = new Volume.Removal(false, "c", Optional.empty());

    /** CSI's number of that node capability. */
    private static final int SINGLE_NODE_MULTI_WRITER = 5;

    static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

    private ClaimScenes() {}

    static ClaimDecision.Outcome decide(Task task, List<Claim> claims, List<VolumeView> volumes) {
        return ClaimDecision.of(new ClaimDecision.Input(new TaskSpec(task, false), claims, volumes, node()), NOW);
    }

    static Claim decide(Task task, VolumeView volume, NodeView node) {
        return ClaimDecision.of(
                        new ClaimDecision.Input(new TaskSpec(task, false), List.of(), List.of(volume), node), NOW)
                .claims()
                .getFirst();
    }

    static ClaimDecision.Outcome decide(Task task, List<VolumeView> volumes, NodeView node) {
        return ClaimDecision.of(new ClaimDecision.Input(new TaskSpec(task, false), List.of(), volumes, node), NOW);
    }

    static ClaimDecision.Outcome later(Task task, List<VolumeView> volumes, NodeView node) {
        return ClaimDecision.of(
                new ClaimDecision.Input(new TaskSpec(task, false), List.of(), volumes, node), NOW.plusSeconds(1));
    }

    static NodeView node(NodeName name, String zone) {
        return new NodeView(
                name,
                Optional.of(Node.getDefaultInstance()),
                Map.of(P, nodePlugin().setTopology(topology(zone)).build()),
                Map.of(),
                "");
    }

    static NodeView node() {
        return node(Map.of(P, nodePlugin().build()));
    }

    static NodeView node(Map<PluginName, Fingerprint> nodePlugins) {
        return new NodeView(N1, Optional.of(Node.getDefaultInstance()), nodePlugins, Map.of(), "");
    }

    static NodeView nodeOf(Node.Builder node) {
        return new NodeView(
                N1, Optional.of(node.build()), Map.of(P, nodePlugin().build()), Map.of(), "");
    }

    static Fingerprint.Builder nodePlugin() {
        return Fingerprint.newBuilder()
                .setHealthy(true)
                .setTopology(topology("z1"))
                .addNodeCapabilities(SINGLE_NODE_MULTI_WRITER);
    }

    static Topology topology(String zone) {
        return Topology.newBuilder().putSegments("zone", zone).build();
    }

    static Task task(String name, String node, String... sources) {
        Task.Builder task = Task.newBuilder().setName(name).setNode(node);
        for (int i = 0; i < sources.length; i++) {
            task.addMounts(TaskMount.newBuilder().setSource(sources[i]).setTarget("/data" + i));
        }
        return task.build();
    }

    static Task at(String... targets) {
        Task.Builder task = Task.newBuilder().setName("t").setNode("n1");
        for (String target : targets) {
            task.addMounts(TaskMount.newBuilder().setSource("v1").setTarget(target));
        }
        return task.build();
    }

    static Task readOnly(Task task) {
        return task.toBuilder()
                .setMounts(0, task.getMounts(0).toBuilder().setReadOnly(true))
                .build();
    }

    static VolumeSpec spec(Sharing sharing) {
        return VolumeSpec.newBuilder().setPlugin("p").setSharing(sharing).build();
    }

    static VolumeView volume(VolumeName name) {
        return volume(name, Sharing.SHARING_NONE);
    }

    static VolumeView volume(VolumeName name, Sharing sharing, Claim... claims) {
        return view(name, spec(sharing), List.of(claims));
    }

    static VolumeView member(VolumeName name, Claim... claims) {
        return view(name, spec(Sharing.SHARING_ALL).toBuilder().setGroup("g").build(), List.of(claims));
    }

    static VolumeView member(VolumeName name, String plugin, String zone, Claim... claims) {
        VolumeSpec spec = spec(Sharing.SHARING_ALL).toBuilder()
                .setPlugin(plugin)
                .setGroup("g")
                .build();
        return new VolumeView(created(name, spec, Map.of(), topology(zone)), Map.of(), List.of(claims), Set.of());
    }

    static Volume created(
            VolumeName name, VolumeSpec spec, Map<NodeName, Publication> publications, Topology... topology) {
        Provision provision = Provision.NEW.createdAs(new Provision.Info("id-" + name, 0, Map.of(), List.of(topology)));
        Volume volume = Volume.accepted(name, "uid", spec).with(provision);
        for (Publication publication : publications.values()) {
            volume = volume.with(publication);
        }
        return volume;
    }

    static VolumeView view(VolumeName name, VolumeSpec spec, List<Claim> claims) {
        return new VolumeView(created(name, spec, Map.of()), Map.of(), claims, Set.of());
    }

    static Claim holder(String task, VolumeName volume, NodeName node) {
        return waiting(task, volume.value(), node, 1).granted(volume);
    }

    static Claim waiting(String task, String source, NodeName node, long since) {
        return waiting(task, source, node, since, List.of());
    }

    static Claim waiting(String task, String source, NodeName node, long since, List<String> flags) {
        return new Claim(
                new TaskName(task),
                "/data0",
                source,
                Optional.empty(),
                node,
                new TargetId(task + ".0"),
                false,
                flags,
                State.WAITING,
                since,
                0,
                Optional.empty(),
                Set.of(),
                "");
    }
}
