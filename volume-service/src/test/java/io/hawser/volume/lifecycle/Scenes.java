package io.hawser.volume.lifecycle;

import static io.hawser.volume.id.Ids.N1;
import static io.hawser.volume.id.Ids.N2;
import static io.hawser.volume.id.Ids.V;

import io.hawser.bus.pace.Backoff;
import io.hawser.csi.CapabilitySet;
import io.hawser.csi.v1.ControllerServiceCapability;
import io.hawser.csi.v1.PluginCapability;
import io.hawser.ledger.call.CallToken;
import io.hawser.ledger.call.work.CallDeadline;
import io.hawser.v1.ForgetMount;
import io.hawser.v1.MountAccess;
import io.hawser.v1.MountReport;
import io.hawser.v1.RemoveVolume;
import io.hawser.v1.Scope;
import io.hawser.v1.Sharing;
import io.hawser.v1.VolumeSpec;
import io.hawser.volume.id.NodeName;
import io.hawser.volume.id.TargetId;
import io.hawser.volume.id.TaskName;
import io.hawser.volume.lifecycle.VolumeInputs.NodeFacts;
import io.hawser.volume.lifecycle.VolumeInputs.PluginFacts;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What the tests of the rules start from. */
final class Scenes {
    static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    static final DecisionContext DRAWS = new DecisionContext(NOW, 0.5);
    static final Policy POLICY = new Policy(
            new Backoff(Duration.ofMillis(200), Duration.ofMinutes(5)), Duration.ofMinutes(10), Duration.ofMillis(250));
    static final PluginFacts PLUGIN = plugin("unix:///p.sock", true, true, 7);
    static final VolumeInputs FACTS = facts(PLUGIN, false);

    private Scenes() {}

    static Effect removed(String command, String note) {
        return new Effect.CommandDone(command, RemoveVolume.getDescriptor(), note);
    }

    static Effect forgotten(String command, String note) {
        return new Effect.CommandDone(command, ForgetMount.getDescriptor(), note);
    }

    /** No mount without a record. */
    static VolumeInputs inputs(Optional<PluginFacts> plugin, Map<NodeName, NodeFacts> nodes, boolean barrierReached) {
        return new VolumeInputs(plugin, nodes, barrierReached, Map.of(), Map.of(), Set.of());
    }

    static NodeFacts node(boolean fenced, String csiNodeId, boolean mounted) {
        return node(fenced, csiNodeId, mounted, false);
    }

    static NodeFacts node(boolean fenced, String csiNodeId, boolean mounted, boolean removed) {
        return new NodeFacts(fenced, csiNodeId, mounted, removed, Optional.empty(), false, CapabilitySet.NONE);
    }

    static PluginFacts plugin(String endpoint, boolean creates, boolean publishes, long version) {
        Set<Integer> controller = new HashSet<>();
        if (creates) {
            controller.add(ControllerServiceCapability.RPC.Type.CREATE_DELETE_VOLUME_VALUE);
        }
        if (publishes) {
            controller.add(ControllerServiceCapability.RPC.Type.PUBLISH_UNPUBLISH_VOLUME_VALUE);
        }
        Set<Integer> services = Set.of(PluginCapability.Service.Type.CONTROLLER_SERVICE_VALUE);
        return new PluginFacts(endpoint, CapabilitySet.of(services, controller, Set.of()), version);
    }

    static VolumeInputs facts(PluginFacts plugin, boolean fencedN1) {
        return inputs(
                Optional.of(plugin),
                Map.of(N1, node(fencedN1, "csi-n1", false), N2, node(false, "csi-n2", false)),
                true);
    }

    /** n1 has something of the volume that no record explains. */
    static VolumeInputs mountedOnN1(boolean fenced) {
        return inputs(Optional.of(PLUGIN), Map.of(N1, node(fenced, "csi-n1", true)), false);
    }

    static VolumeSpec spec(Scope scope, Sharing sharing) {
        return VolumeSpec.newBuilder()
                .setPlugin("p")
                .setScope(scope)
                .setSharing(sharing)
                .setMount(MountAccess.getDefaultInstance())
                .build();
    }

    static Volume accepted() {
        return Volume.accepted(V, "uid", spec(Scope.SCOPE_SINGLE_NODE, Sharing.SHARING_ALL))
                .stamped(NOW);
    }

    static Volume created() {
        return accepted().with(Provision.NEW.createdAs(new Provision.Info("id-1", 0, Map.of("c", "1"), List.of())));
    }

    static Claim granted(String task, NodeName node) {
        return waiting(task, node).granted(V);
    }

    static Claim granted(String task, NodeName node, String flag) {
        return waiting(task, node, false, List.of(flag)).granted(V);
    }

    static Claim waiting(String task, NodeName node) {
        return waiting(task, node, false);
    }

    static Claim waiting(String task, NodeName node, boolean reads) {
        return waiting(task, node, reads, List.of());
    }

    static Claim waiting(String task, NodeName node, boolean reads, List<String> flags) {
        return new Claim(
                new TaskName(task),
                "/data",
                "v",
                Optional.empty(),
                node,
                new TargetId(task + ".0"),
                reads,
                flags,
                Claim.State.WAITING,
                1,
                0,
                Optional.empty(),
                Set.of(),
                "");
    }

    static Reconciliation.Outcome decide(Volume volume, List<Claim> claims, VolumeInputs inputs) {
        return Reconciliation.of(new Reconciliation.Input(volume, claims, inputs, Optional.empty()), POLICY, DRAWS);
    }

    static Volume intend(Volume volume, Operation operation) {
        CallDeadline deadline = CallDeadline.start(
                Duration.ofSeconds(10), Duration.ofSeconds(1), Clock.fixed(NOW, ZoneOffset.UTC), () -> 0);
        return CallEffects.intend(
                volume, operation, CallToken.of("call", NOW, deadline.rpc(), deadline.margin()), PLUGIN.capabilities());
    }

    static Reconciliation.Outcome end(Volume volume, List<Claim> claims, VolumeInputs inputs, CallOutcome outcome) {
        return Reconciliation.of(
                new Reconciliation.Input(
                        volume, claims, inputs, Optional.of(new Reconciliation.Ended("call", outcome))),
                POLICY,
                DRAWS);
    }

    /** The volume, published on n1 for these claims. */
    static Reconciliation.Outcome published(List<Claim> claims) {
        Reconciliation.Outcome begun = decide(created(), claims, FACTS);
        Volume calling = intend(begun.volume().orElseThrow(), begun.call().orElseThrow());
        return end(
                calling,
                begun.claims(),
                FACTS,
                new CallOutcome.Published(new Operation.Publish(N1), Map.of("dev", "sda")));
    }

    static Volume reporting(Volume volume, MountReport.Builder report) {
        Publication publication = volume.publications().get(new NodeName(report.getNode()));
        return volume.with(
                publication.reporting(report.setUid("uid").setVolume("v").build()));
    }

    /** The report of n1. */
    static MountReport.Builder report(long generation) {
        return MountReport.newBuilder().setNode("n1").setGeneration(generation).setRevision(1);
    }

    static String heldBy(Volume volume) {
        return Conditions.heldBy(new Conditions.Input(volume, List.of(), FACTS, Optional.empty(), Optional.empty()));
    }
}
