package io.hawser.volume.claim;

import static io.hawser.volume.id.Ids.N1;
import static io.hawser.volume.id.Ids.N2;
import static io.hawser.volume.id.Ids.N3;
import static io.hawser.volume.id.Ids.P;
import static io.hawser.volume.id.Ids.V1;
import static io.hawser.volume.id.Ids.V2;
import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.v1.Fingerprint;
import io.hawser.v1.Node;
import io.hawser.v1.NodeAvailability;
import io.hawser.v1.Scope;
import io.hawser.v1.Sharing;
import io.hawser.v1.Task;
import io.hawser.v1.TaskMount;
import io.hawser.v1.TaskState;
import io.hawser.v1.Topology;
import io.hawser.v1.VolumeAvailability;
import io.hawser.v1.VolumeSpec;
import io.hawser.volume.id.NodeName;
import io.hawser.volume.id.PluginName;
import io.hawser.volume.id.TargetId;
import io.hawser.volume.id.VolumeName;
import io.hawser.volume.lifecycle.Claim;
import io.hawser.volume.lifecycle.Claim.State;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class ClaimDecisionTest {
    /** CSI's number of that node capability. */
    private static final int SINGLE_NODE_MULTI_WRITER = 5;

    static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

    @Test
    @Tag("swarmkit-T62")
    @DisplayName("All mounts of a task are granted together, a group's by its least used member")
    void allMountsAreGrantedTogether() {
        // Given
        Task task = task("t", "n1", "v1", "group:g");

        // When
        var outcome = decide(
                task,
                List.of(),
                List.of(
                        volume(V1),
                        member(new VolumeName("g1"), holder("x", new VolumeName("g1"), N1)),
                        member(new VolumeName("g2"))));

        // Then
        assertThat(outcome.claims())
                .extracting(claim -> claim.volume().orElseThrow())
                .containsExactlyInAnyOrder(V1, new VolumeName("g2"));
        assertThat(outcome.claims()).extracting(Claim::state).containsOnly(State.GRANTED);
        assertThat(outcome.touched()).containsExactlyInAnyOrder(V1, new VolumeName("g2"));
    }

    @Test
    @Tag("swarmkit-X-10")
    @DisplayName("If one mount cannot be had none is granted, and each says why")
    void allOrNone() {
        // When
        var outcome = decide(task("t", "n1", "v1", "missing"), List.of(), List.of(volume(V1)));

        // Then
        assertThat(outcome.claims()).extracting(Claim::state).containsOnly(State.WAITING);
        assertThat(outcome.claims())
                .extracting(Claim::message)
                .containsExactlyInAnyOrder("another mount of this task has to wait", "volume missing does not exist");
    }

    @Test
    @DisplayName("A volume hears of who waits for it by name, from when on and until when; not of the same wait again")
    void whoWaitsIsCounted() {
        // Given
        Task task = task("t", "n1", "v1", "v2", "group:g");
        VolumeView busy = volume(V1, Sharing.SHARING_NONE, holder("x", V1, N1));

        // When
        var first = decide(task, List.of(), List.of(busy, member(new VolumeName("g1"))));
        var again = decide(task, first.claims(), List.of(busy, member(new VolumeName("g1"))));
        var appeared = decide(task, again.claims(), List.of(busy, volume(V2), member(new VolumeName("g1"))));
        var granted = decide(task, appeared.claims(), List.of(volume(V1), volume(V2), member(new VolumeName("g1"))));

        // Then
        assertThat(first.awaited()).containsExactly(V1);
        assertThat(again.awaited()).isEmpty();
        assertThat(appeared.awaited()).containsExactly(V2);
        assertThat(granted.awaited()).containsExactlyInAnyOrder(V1, V2);
    }

    @Test
    @DisplayName("A single-node volume is granted on the node that has it mounted for a reason that nobody remembers, "
            + "and on no other")
    void whatIsMountedSomewhereOccupies() {
        // Given
        VolumeView mounted = new VolumeView(
                V1, spec(Sharing.SHARING_ALL), true, false, List.of(), Map.of(), Set.of(N2), List.of(), Set.of());

        // When
        var elsewhere = decide(task("t", "n1", "v1"), List.of(), List.of(mounted));
        VolumeView here = new VolumeView(
                V1, spec(Sharing.SHARING_ALL), true, false, List.of(), Map.of(), Set.of(N1), List.of(), Set.of());
        var there = decide(task("t", "n1", "v1"), List.of(), List.of(here));

        // Then
        assertThat(elsewhere.claims().getFirst().message())
                .isEqualTo("volume v1 is single-node and is still on node n2");
        assertThat(there.claims().getFirst().state()).isEqualTo(State.GRANTED);
    }

    @Test
    @DisplayName("Who waits for the users of a volume that it names waits to be woken; "
            + "who waits for what is not locked looks again by himself")
    void whoWaitsForWhatIsNotLockedLooksAgain() {
        // Given
        Claim other = holder("x", V1, N2);
        VolumeView mounted = new VolumeView(
                V1, spec(Sharing.SHARING_ALL), true, false, List.of(), Map.of(), Set.of(N2), List.of(), Set.of());

        // When
        var used = decide(task("t", "n1", "v1"), List.of(), List.of(volume(V1, Sharing.SHARING_ALL, other)));
        var missing = decide(task("t", "n1", "v1"), List.of(), List.of());
        var group = decide(
                task("t", "n1", "group:g"), List.of(), List.of(member(V1, other), member(V2, holder("x", V2, N2))));
        var unexplained = decide(task("t", "n1", "v1"), List.of(), List.of(mounted));
        var granted = decide(task("t", "n1", "group:g"), List.of(), List.of(member(V1)));

        // Then
        assertThat(List.of(missing, group, unexplained)).allMatch(ClaimDecision.Outcome::polls);
        assertThat(List.of(used, granted)).noneMatch(ClaimDecision.Outcome::polls);
    }

    @Test
    @Tag("swarmkit-T51")
    @Tag("swarmkit-X-17")
    @DisplayName("A single-node volume that is on another node is refused, naming the node, for its users' sake alone")
    void singleNodeMeansOne() {
        // When
        var outcome =
                decide(task("t", "n1", "v1"), List.of(), List.of(volume(V1, Sharing.SHARING_ALL, holder("x", V1, N2))));

        // Then
        Claim claim = outcome.claims().getFirst();
        assertThat(claim.message()).isEqualTo("volume v1 is single-node and is still on node n2");
        assertThat(claim.onlyOccupancy()).isTrue();
    }

    @Test
    @Tag("swarmkit-T56")
    @DisplayName("A multi-node volume that all share is granted beside users on other nodes")
    void multiNodeIsShared() {
        VolumeSpec spec = spec(Sharing.SHARING_ALL).toBuilder()
                .setScope(Scope.SCOPE_MULTI_NODE)
                .build();
        var outcome = decide(task("t", "n1", "v1"), List.of(), List.of(view(V1, spec, List.of(holder("x", V1, N2)))));
        assertThat(outcome.claims().getFirst().state()).isEqualTo(State.GRANTED);
    }

    @Test
    @Tag("swarmkit-T52")
    @Tag("swarmkit-T53")
    @Tag("swarmkit-T54")
    @DisplayName("Read-only sharing refuses a writer; one writer refuses the second and grants a reader")
    void sharingIsKept() {
        // Given
        Claim writer = holder("x", V1, N1);

        // When
        var toReadOnly = decide(task("t", "n1", "v1"), List.of(), List.of(volume(V1, Sharing.SHARING_READ_ONLY)));
        var second = decide(task("t", "n1", "v1"), List.of(), List.of(volume(V1, Sharing.SHARING_ONE_WRITER, writer)));
        var reader = decide(
                readOnly(task("t", "n1", "v1")), List.of(), List.of(volume(V1, Sharing.SHARING_ONE_WRITER, writer)));

        // Then
        assertThat(toReadOnly.claims().getFirst().message()).contains("shared read-only");
        assertThat(second.claims().getFirst().message()).contains("one writer").contains("x");
        assertThat(reader.claims().getFirst().state()).isEqualTo(State.GRANTED);
    }

    @Test
    @DisplayName("Two tasks of a node share a single-node volume only where its plugin knows a mode for two targets")
    void aSecondTargetNeedsAModeForIt() {
        // Given
        Claim other = holder("x", V1, N1);
        NodeView plain = node(Map.of(P, nodePlugin().clearNodeCapabilities().build()));

        // When
        Claim all = decide(task("t", "n1", "v1"), volume(V1, Sharing.SHARING_ALL, other), plain);
        Claim reader = decide(
                readOnly(task("tnew VolumeName(", ")n1", "v1")), volume(V1, Sharing.SHARING_READ_ONLY, other), node());
        Claim manyNodes = decide(
                task("t", "n1", "v1"),
                view(
                        V1,
                        spec(Sharing.SHARING_ALL).toBuilder()
                                .setScope(Scope.SCOPE_MULTI_NODE)
                                .build(),
                        List.of(other)),
                plain);

        // Then
        assertThat(all.message()).isEqualTo("plugin p shows volume v1 at one place of a node, and task x has it");
        assertThat(all.onlyOccupancy()).isTrue();
        assertThat(reader.message()).contains("at one place of a node");
        assertThat(manyNodes.state()).isEqualTo(State.GRANTED);
    }

    @Test
    @Tag("swarmkit-T57")
    @DisplayName("A releasing claim still holds an exclusive volume")
    void aReleasingClaimStillHolds() {
        var outcome = decide(
                task("t", "n1", "v1"),
                List.of(),
                List.of(volume(V1, Sharing.SHARING_NONE, holder("x", V1, N1).releasing())));
        assertThat(outcome.claims().getFirst().message()).isEqualTo("volume v1 is exclusive and task x holds it");
    }

    @Test
    @Tag("swarmkit-X-19")
    @DisplayName("A task may mount one volume twice where CSI has a mode for two targets; elsewhere it is told why not")
    void oneTaskMountsOneVolumeTwice() {
        // When
        var shared = decide(task("t", "n1", "v1", "v1"), List.of(), List.of(volume(V1, Sharing.SHARING_ALL)));
        var exclusive = decide(task("t", "n1", "v1", "v1"), List.of(), List.of(volume(V1, Sharing.SHARING_NONE)));

        // Then
        assertThat(shared.claims()).extracting(Claim::state).containsOnly(State.GRANTED);
        assertThat(shared.claims())
                .extracting(Claim::targetId)
                .doesNotHaveDuplicates()
                .allMatch(id -> id.value().matches("t\\.[0-9a-f]{12}"));
        assertThat(exclusive.claims()).extracting(Claim::state).containsOnly(State.WAITING);
        assertThat(exclusive.claims())
                .extracting(Claim::message)
                .contains("plugin p shows volume v1 at one place of a node, and task t wants it at two");
    }

    @Test
    @DisplayName("A changed list of mounts gives no mount the directory of another, and each that stays its own")
    void aChangedListOfMounts() {
        // Given
        List<VolumeView> volumes = List.of(volume(V1, Sharing.SHARING_ALL));
        var before = decide(at("/a", "/b"), List.of(), volumes);

        // When
        var after = decide(at("/b", "/c"), before.claims(), volumes);
        var alone = decide(at("/c"), List.of(), volumes);

        // Then
        assertThat(after.claims()).hasSize(3);
        assertThat(after.claims()).extracting(Claim::targetId).doesNotHaveDuplicates();
        assertThat(targetIdOf("/b", after)).isEqualTo(targetIdOf("/b", before));
        assertThat(targetIdOf("/c", alone)).isEqualTo(targetIdOf("/c", after));
    }

    static Task at(String... targets) {
        Task.Builder task = Task.newBuilder().setName("t").setNode("n1");
        for (String target : targets) {
            task.addMounts(TaskMount.newBuilder().setSource("v1").setTarget(target));
        }
        return task.build();
    }

    static TargetId targetIdOf(String target, ClaimDecision.Outcome outcome) {
        return outcome.claims().stream()
                .filter(claim -> claim.target().equals(target))
                .map(Claim::targetId)
                .findFirst()
                .orElseThrow();
    }

    @Test
    @DisplayName("Nobody overtakes a task that waited longer for nothing else than the volume's users")
    void theQueueIsKept() {
        // Given
        Claim older = waiting("old", "v1", N2, 5).waiting("…", Set.of(V1));
        Claim elsewhere = waiting("other", "v1", N2, 5).waiting("…", Set.of());

        // When
        var behind = decide(
                task("t", "n1", "v1"), List.of(), List.of(volume(V1, Sharing.SHARING_ALL, holder("x", V1, N1), older)));
        var past = decide(
                task("t", "n1", "v1"),
                List.of(),
                List.of(volume(V1, Sharing.SHARING_ALL, holder("x", V1, N1), elsewhere)));

        // Then
        assertThat(behind.claims().getFirst().message()).isEqualTo("task old has waited longer for volume v1");
        assertThat(past.claims().getFirst().state()).isEqualTo(State.GRANTED);
    }

    @Test
    @DisplayName("Who waits for a group is ahead of nobody at a member that the task could not have were it free")
    void theQueueIsOfEachMemberAlone() {
        // Given
        VolumeView free = member(new VolumeName("g1"), "p", "z1");
        VolumeView held = member(new VolumeName("g2"), "p", "z2", holder("x", new VolumeName("g2"), N3));
        VolumeView foreign = member(new VolumeName("g3"), "another-plugin", "z2");
        Claim older = decide(task("old", "n2", "group:g"), List.of(free, held, foreign), node(N2, "z2"))
                .claims()
                .getFirst();
        NodeView everything = new NodeView(
                N1,
                Optional.of(Node.getDefaultInstance()),
                Map.of(
                        P,
                        nodePlugin().build(),
                        new PluginName("another-plugin"),
                        nodePlugin().setTopology(topology("z2")).build()),
                Map.of(),
                "");

        // When
        var first = later(task("t", "n1", "group:g"), queued(older, free, held), node(N1, "z1"));
        var second = later(task("t", "n1", "g3"), queued(older, foreign), everything);
        var behind = later(task("t", "n3", "g2"), queued(older, held), node(N3, "z2"));

        // Then
        assertThat(older.message()).isEqualTo("volume g2 is single-node and is still on node n3");
        assertThat(first.claims().getFirst().volume()).contains(new VolumeName("g1"));
        assertThat(second.claims().getFirst().volume()).contains(new VolumeName("g3"));
        assertThat(behind.claims().getFirst().message()).isEqualTo("task old has waited longer for volume g2");
    }

    @Test
    @DisplayName("A task that cannot have another of its mounts anyway is ahead of nobody, at no member of a group")
    void whoLacksAnotherMountIsAheadOfNobody() {
        // Given
        VolumeView held = member(new VolumeName("g1"), holder("x", new VolumeName("g1"), N2));
        var older = decide(task("old", "n1", "group:g", "missing"), List.of(), List.of(held));

        // When
        var outcome = later(task("t", "n2", "g1"), queued(older.claims().getFirst(), held), node(N2, "z1"));

        // Then
        assertThat(outcome.claims().getFirst().volume()).contains(new VolumeName("g1"));
    }

    /** The volumes as a later task sees them while that claim waits. */
    static List<VolumeView> queued(Claim waiting, VolumeView... volumes) {
        return java.util.Arrays.stream(volumes)
                .map(volume -> new VolumeView(
                        volume.name(),
                        volume.spec(),
                        true,
                        false,
                        volume.topology(),
                        Map.of(),
                        Set.of(),
                        java.util.stream.Stream.concat(volume.claims().stream(), java.util.stream.Stream.of(waiting))
                                .toList(),
                        Set.of()))
                .toList();
    }

    @Test
    @Tag("swarmkit-X-20")
    @Tag("swarmkit-X-3")
    @DisplayName("A node without the plugin, with an unhealthy one, out of reach, "
            + "full, paused or fenced is refused in words")
    void nodesAreRefusedInWords() {
        assertThat(message(node(Map.of()))).isEqualTo("node n1 does not run plugin p");
        assertThat(message(node(Map.of(
                        P, nodePlugin().setHealthy(false).setMessage("gone").build()))))
                .isEqualTo("plugin p on node n1 is unhealthy: gone");
        assertThat(message(
                        node(Map.of(P, nodePlugin().setTopology(topology("z2")).build()))))
                .isEqualTo("volume v1 is not reachable from node n1 (topology)");
        assertThat(message(new NodeView(
                        N1,
                        Optional.of(Node.getDefaultInstance()),
                        Map.of(P, nodePlugin().setMaxVolumes(1).build()),
                        Map.of(P, Set.of(new VolumeName("other"))),
                        "")))
                .isEqualTo("node n1 has 1 of at most 1 volumes of plugin p");
        assertThat(message(nodeOf(Node.newBuilder().setAvailability(NodeAvailability.NODE_AVAILABILITY_DRAIN))))
                .isEqualTo("node n1 takes no new volumes");
        assertThat(message(nodeOf(Node.newBuilder().setFenced(true)))).isEqualTo("node n1 is fenced");
        assertThat(message(new NodeView(N1, Optional.empty(), Map.of(), Map.of(), "")))
                .isEqualTo("node n1 is not known");
    }

    @Test
    @Tag("swarmkit-X-15")
    @Tag("swarmkit-X-11")
    @DisplayName("A volume that is paused, drained or being removed takes no new task")
    void volumesAreRefusedInWords() {
        VolumeSpec paused = spec(Sharing.SHARING_ALL).toBuilder()
                .setAvailability(VolumeAvailability.VOLUME_AVAILABILITY_PAUSE)
                .build();
        VolumeView removed = new VolumeView(
                V1, spec(Sharing.SHARING_ALL), true, true, List.of(), Map.of(), Set.of(), List.of(), Set.of());
        assertThat(decide(task("t", "n1", "v1"), List.of(), List.of(view(V1, paused, List.of())))
                        .claims()
                        .getFirst()
                        .message())
                .isEqualTo("volume v1 is paused");
        assertThat(decide(task("t", "n1", "v1"), List.of(), List.of(removed))
                        .claims()
                        .getFirst()
                        .message())
                .isEqualTo("volume v1 is being removed");
    }

    @Test
    @Tag("swarmkit-X-18")
    @DisplayName("Only the container's end releases; a request to stop it does not")
    void onlyTheEndReleases() {
        // Given
        Claim granted = holder("t", V1, N1);
        Task stopping = task("t", "n1", "v1").toBuilder()
                .setObserved(TaskState.TASK_STATE_RUNNING)
                .setDesired(io.hawser.v1.TaskDesiredState.TASK_DESIRED_STATE_SHUTDOWN)
                .build();
        Task over =
                stopping.toBuilder().setObserved(TaskState.TASK_STATE_FAILED).build();

        // When
        var kept = decide(stopping, List.of(granted), List.of(volume(V1, Sharing.SHARING_ALL, granted)));
        var released = decide(over, List.of(granted), List.of(volume(V1, Sharing.SHARING_ALL, granted)));

        // Then
        assertThat(kept.claims().getFirst().state()).isEqualTo(State.GRANTED);
        assertThat(released.claims().getFirst().state()).isEqualTo(State.RELEASING);
        assertThat(released.touched()).containsExactly(V1);
    }

    static String message(NodeView node) {
        VolumeView volume = new VolumeView(
                V1,
                spec(Sharing.SHARING_ALL),
                true,
                false,
                List.of(topology("z1")),
                Map.of(),
                Set.of(),
                List.of(),
                Set.of());
        return ClaimDecision.of(
                        new ClaimDecision.Input(
                                new TaskSpec(task("t", "n1", "v1"), false), List.of(), List.of(volume), node),
                        NOW)
                .claims()
                .getFirst()
                .message();
    }

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
        return new VolumeView(
                name, spec, true, false, List.of(topology(zone)), Map.of(), Set.of(), List.of(claims), Set.of());
    }

    static VolumeView view(VolumeName name, VolumeSpec spec, List<Claim> claims) {
        return new VolumeView(name, spec, true, false, List.of(), Map.of(), Set.of(), claims, Set.of());
    }

    static Claim holder(String task, VolumeName volume, NodeName node) {
        return waiting(task, volume.value(), node, 1).granted(volume);
    }

    static Claim waiting(String task, String source, NodeName node, long since) {
        return new Claim(
                task,
                "/data0",
                source,
                Optional.empty(),
                node,
                new TargetId(task + ".0"),
                false,
                List.of(),
                State.WAITING,
                since,
                0,
                "",
                Set.of(),
                "");
    }
}
