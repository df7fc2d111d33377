package io.hawser.volume.claim;

import static io.hawser.volume.claim.ClaimScenes.UNKNOWN;
import static io.hawser.volume.claim.ClaimScenes.created;
import static io.hawser.volume.claim.ClaimScenes.decide;
import static io.hawser.volume.claim.ClaimScenes.holder;
import static io.hawser.volume.claim.ClaimScenes.later;
import static io.hawser.volume.claim.ClaimScenes.member;
import static io.hawser.volume.claim.ClaimScenes.node;
import static io.hawser.volume.claim.ClaimScenes.nodePlugin;
import static io.hawser.volume.claim.ClaimScenes.readOnly;
import static io.hawser.volume.claim.ClaimScenes.spec;
import static io.hawser.volume.claim.ClaimScenes.task;
import static io.hawser.volume.claim.ClaimScenes.topology;
import static io.hawser.volume.claim.ClaimScenes.volume;
import static io.hawser.volume.claim.ClaimScenes.waiting;
import static io.hawser.volume.id.Ids.N1;
import static io.hawser.volume.id.Ids.N2;
import static io.hawser.volume.id.Ids.N3;
import static io.hawser.volume.id.Ids.P;
import static io.hawser.volume.id.Ids.V1;
import static io.hawser.volume.id.Ids.V2;
import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.v1.BlockAccess;
import io.hawser.v1.Node;
import io.hawser.v1.Scope;
import io.hawser.v1.Sharing;
import io.hawser.v1.Task;
import io.hawser.v1.VolumeSpec;
import io.hawser.volume.id.NodeName;
import io.hawser.volume.id.PluginName;
import io.hawser.volume.id.VolumeName;
import io.hawser.volume.lifecycle.Claim;
import io.hawser.volume.lifecycle.Claim.State;
import io.hawser.volume.lifecycle.Obstacle;
import io.hawser.volume.orphan.UnexplainedMount;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Who waits for a volume, is woken or looks again, and is ahead of whom. */
class ClaimQueueTest {
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
    @DisplayName("Who waits for the users of a volume that it names waits to be woken; "
            + "who waits for what is not locked looks again by himself")
    void whoWaitsForWhatIsNotLockedLooksAgain() {
        // Given
        Claim other = holder("x", V1, N2);
        VolumeView mounted = view(spec(Sharing.SHARING_ALL), Map.of(N2, UNKNOWN));

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
    @DisplayName("Nobody overtakes a task that waited longer for nothing else than the volume's users")
    void theQueueIsKept() {
        // Given
        Claim older = waiting("old", "v1", N2, 5).waiting(new Obstacle(Obstacle.Reason.VOLUME_IN_USE, "…"), Set.of(V1));
        Claim elsewhere =
                waiting("other", "v1", N2, 5).waiting(new Obstacle(Obstacle.Reason.VOLUME_IN_USE, "…"), Set.of());

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
    @DisplayName(
            "A task that may use a mount that no record explains does not wait behind an older one on another node,"
                    + " which waits for the end of that mount")
    void whoMayUseAnUnexplainedMount() {
        // Given
        Claim older = waiting("old", "v1", N2, 5).waiting(new Obstacle(Obstacle.Reason.VOLUME_IN_USE, "…"), Set.of(V1));
        VolumeView mounted = view(spec(Sharing.SHARING_ALL), Map.of(N1, UNKNOWN), older);

        // When
        var there = decide(task("t", "n1", "v1"), List.of(), List.of(mounted));

        // Then
        assertThat(there.claims().getFirst().state()).isEqualTo(State.GRANTED);
    }

    @Test
    @DisplayName(
            "A task that the volume can never be given to does not wait for its users, and no task waits behind it")
    void whoCanNeverHaveIt() {
        // Given
        VolumeSpec block = spec(Sharing.SHARING_ALL).toBuilder()
                .setScope(Scope.SCOPE_SINGLE_NODE)
                .setBlock(BlockAccess.getDefaultInstance())
                .build();
        Task flagged = task("flagged", "n2", "v1");
        Task withFlags = flagged.toBuilder()
                .setMounts(0, flagged.getMounts(0).toBuilder().addMountFlags("noatime"))
                .build();
        VolumeView used = view(block, holder("x", V1, N1));
        Task writer = task("writer", "n2", "v1");

        // When
        Claim never = decide(withFlags, List.of(), List.of(used)).claims().getFirst();
        Claim neverWrites = decide(
                        writer,
                        List.of(),
                        List.of(view(
                                spec(Sharing.SHARING_READ_ONLY).toBuilder()
                                        .setScope(Scope.SCOPE_SINGLE_NODE)
                                        .build(),
                                holder("x", V1, N1))))
                .claims()
                .getFirst();
        Claim later = decide(task("t", "n1", "v1"), List.of(), List.of(view(block, holder("x", V1, N1), never)))
                .claims()
                .getFirst();

        // Then
        assertThat(List.of(never, neverWrites)).allSatisfy(claim -> {
            assertThat(claim.obstacle().orElseThrow().reason()).isEqualTo(Obstacle.Reason.NOT_ALLOWED);
            assertThat(claim.awaits()).isEmpty();
        });
        assertThat(later.state()).isEqualTo(State.GRANTED);
    }

    private static VolumeView view(VolumeSpec spec, Claim... claims) {
        return view(spec, Map.of(), claims);
    }

    private static VolumeView view(VolumeSpec spec, Map<NodeName, UnexplainedMount> unexplained, Claim... claims) {
        return new VolumeView(created(V1, spec, Map.of()), unexplained, List.of(claims), Set.of());
    }

    @Test
    @DisplayName("A waiting task that moves, or wants other flags, changes what others wait for; so does one that waits"
            + " for another reason")
    void whatOthersSeeOfAWaitingTask() {
        // Given
        VolumeView used = volume(V1, Sharing.SHARING_NONE, holder("x", V1, N3));
        Task here = task("t", "n1", "v1");
        Task flagged = here.toBuilder()
                .setMounts(0, here.getMounts(0).toBuilder().addMountFlags("noatime"))
                .build();

        // When
        var first = decide(here, List.of(), List.of(used));
        var again = decide(here, first.claims(), List.of(used));
        var moved = decide(task("t", "n2", "v1"), first.claims(), List.of(used));
        var other = decide(flagged, first.claims(), List.of(used));

        // Then
        assertThat(List.of(first, moved, other)).allMatch(ClaimDecision.Outcome::queueChanged);
        assertThat(again.queueChanged()).isFalse();
    }

    @Test
    @DisplayName("A task that keeps no older one from the volume does not wait behind it")
    void whoDelaysNobody() {
        // Given
        Claim first = holder("x", V1, N1);
        Claim writer =
                waiting("old", "v1", N2, 5).waiting(new Obstacle(Obstacle.Reason.VOLUME_IN_USE, "…"), Set.of(V1));
        Claim flagged = waiting("old", "v1", N1, 5, List.of("noatime"))
                .waiting(new Obstacle(Obstacle.Reason.VOLUME_IN_USE, "…"), Set.of(V1));
        VolumeView oneWriter = manyNodes(Sharing.SHARING_ONE_WRITER, first, writer);
        VolumeView otherFlags = manyNodes(Sharing.SHARING_ALL, first, flagged);

        // When
        var reader = decide(readOnly(task("t", "n1", "v1")), List.of(), List.of(oneWriter));
        var sameNode = decide(task("t", "n1", "v1"), List.of(), List.of(otherFlags));
        var otherNode = decide(task("t", "n2", "v1"), List.of(otherFlags), node(N2, "z1"));

        // Then
        assertThat(reader.claims().getFirst().state()).isEqualTo(State.GRANTED);
        assertThat(sameNode.claims().getFirst().message()).isEqualTo("task old has waited longer for volume v1");
        assertThat(otherNode.claims().getFirst().state()).isEqualTo(State.GRANTED);
    }

    private static VolumeView manyNodes(Sharing sharing, Claim... claims) {
        VolumeSpec spec =
                spec(sharing).toBuilder().setScope(Scope.SCOPE_MULTI_NODE).build();
        return ClaimScenes.view(V1, spec, List.of(claims));
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

    @Test
    @DisplayName("Two tasks of the same age do not wait for each other")
    void equalAgesBlockNobody() {
        // Given
        long age = decide(task("t", "n1", "v1"), List.of(), List.of())
                .claims()
                .getFirst()
                .requestedAt();
        Claim other =
                waiting("other", "v1", N1, age).waiting(new Obstacle(Obstacle.Reason.VOLUME_IN_USE, "…"), Set.of(V1));
        Claim younger = waiting("younger", "v1", N1, age + 1)
                .waiting(new Obstacle(Obstacle.Reason.VOLUME_IN_USE, "…"), Set.of(V1));

        // When
        var beside = decide(task("t", "n1", "v1"), List.of(), List.of(volume(V1, Sharing.SHARING_NONE, other)));
        var before = decide(task("t", "n1", "v1"), List.of(), List.of(volume(V1, Sharing.SHARING_NONE, younger)));

        // Then
        assertThat(beside.claims()).extracting(Claim::state).containsExactly(State.GRANTED);
        assertThat(before.claims()).extracting(Claim::state).containsExactly(State.GRANTED);
    }

    /** The volumes as a later task sees them while that claim waits. */
    static List<VolumeView> queued(Claim waiting, VolumeView... volumes) {
        return Arrays.stream(volumes)
                .map(volume -> new VolumeView(
                        volume.volume(),
                        Map.of(),
                        Stream.concat(volume.claims().stream(), Stream.of(waiting))
                                .toList(),
                        Set.of()))
                .toList();
    }
}
