package io.hawser.volume.claim;

import static io.hawser.volume.claim.ClaimScenes.NOW;
import static io.hawser.volume.claim.ClaimScenes.decide;
import static io.hawser.volume.claim.ClaimScenes.holder;
import static io.hawser.volume.claim.ClaimScenes.node;
import static io.hawser.volume.claim.ClaimScenes.task;
import static io.hawser.volume.claim.ClaimScenes.view;
import static io.hawser.volume.claim.ClaimScenes.volume;
import static io.hawser.volume.claim.ClaimScenes.waiting;
import static io.hawser.volume.id.Ids.N1;
import static io.hawser.volume.id.Ids.N2;
import static io.hawser.volume.id.Ids.N3;
import static io.hawser.volume.id.Ids.P;
import static io.hawser.volume.id.Ids.V1;
import static io.hawser.volume.id.Ids.V2;
import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.v1.Sharing;
import io.hawser.v1.Task;
import io.hawser.volume.id.NodeName;
import io.hawser.volume.id.TargetId;
import io.hawser.volume.id.VolumeName;
import io.hawser.volume.lifecycle.Claim;
import io.hawser.volume.lifecycle.Claim.State;
import io.hawser.volume.lifecycle.Publication;
import io.hawser.volume.lifecycle.Retry;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** A task is decided again, with the claims that it has by then. */
class SecondDecisionTest {
    @Test
    @DisplayName(
            "After a wait, too, a task does not get one exclusive volume twice: its own waiting claims hold nothing")
    void ownWaitingClaimsHoldNothing() {
        // Given
        Task task = task("t", "n1", "v1", "v1");
        VolumeView busy = volume(V1, Sharing.SHARING_NONE, holder("x", V1, N1));
        List<Claim> waited = decide(task, List.of(), List.of(busy)).claims();
        VolumeView free = volume(V1, Sharing.SHARING_NONE, waited.toArray(Claim[]::new));

        // When
        var again = decide(task, waited, List.of(free));

        // Then
        assertThat(waited).extracting(Claim::state).containsOnly(State.WAITING);
        assertThat(again.claims()).extracting(Claim::state).containsOnly(State.WAITING);
        assertThat(again.claims())
                .extracting(Claim::message)
                .contains("plugin p shows volume v1 at one place of a node, and task t wants it at two");
    }

    @Test
    @DisplayName("A task that is on another node now releases what it has on the old one")
    void anotherNodeReleases() {
        // Given
        List<Claim> granted =
                decide(task("t", "n1", "v1"), List.of(), List.of(volume(V1))).claims();
        VolumeView held = volume(V1, Sharing.SHARING_NONE, granted.toArray(Claim[]::new));

        // When
        var moved = ClaimDecision.of(
                new ClaimDecision.Input(new TaskSpec(task("t", "n2", "v1"), false), granted, List.of(held), nodeTwo()),
                NOW);

        // Then
        assertThat(moved.claims()).singleElement().satisfies(claim -> {
            assertThat(claim.node()).isEqualTo(N1);
            assertThat(claim.state()).isEqualTo(State.RELEASING);
        });
        assertThat(moved.touched()).containsExactly(V1);
    }

    @Test
    @DisplayName("A mount that becomes read-only, or gets another source, releases the claim that it had")
    void anotherMountReleases() {
        // Given
        List<Claim> granted =
                decide(task("t", "n1", "v1"), List.of(), List.of(volume(V1))).claims();
        VolumeView held = volume(V1, Sharing.SHARING_NONE, granted.toArray(Claim[]::new));

        // When
        var readOnly = decide(ClaimScenes.readOnly(task("t", "n1", "v1")), granted, List.of(held));
        var other = decide(task("t", "n1", "v2"), granted, List.of(held, volume(V2)));
        var same = decide(task("t", "n1", "v1"), granted, List.of(held));

        // Then
        assertThat(readOnly.claims()).extracting(Claim::state).containsExactly(State.RELEASING);
        assertThat(other.claims()).extracting(Claim::state).containsExactly(State.RELEASING);
        assertThat(same.claims()).isEqualTo(granted);
        assertThat(same.touched()).isEmpty();
    }

    @Test
    @DisplayName("Only its first request for a mount makes a task's age; every later decision keeps it")
    void ageIsKept() {
        // Given
        VolumeView busy = volume(V1, Sharing.SHARING_NONE, holder("x", V1, N1));
        List<Claim> first =
                decide(task("t", "n1", "v1"), List.of(), List.of(busy)).claims();

        // When
        var later = ClaimDecision.of(
                new ClaimDecision.Input(new TaskSpec(task("t", "n1", "v1"), false), first, List.of(busy), node()),
                NOW.plusSeconds(60));

        // Then
        assertThat(later.claims().getFirst().requestedAt())
                .isEqualTo(first.getFirst().requestedAt());
        assertThat(first.getFirst().requestedAt()).isPositive();
    }

    @Test
    @DisplayName("Two tasks of the same age do not wait for each other")
    void equalAgesBlockNobody() {
        // Given
        long age = decide(task("t", "n1", "v1"), List.of(), List.of())
                .claims()
                .getFirst()
                .requestedAt();
        Claim other = waiting("other", "v1", N1, age).waiting("…", Set.of(V1));
        Claim younger = waiting("younger", "v1", N1, age + 1).waiting("…", Set.of(V1));

        // When
        var beside = decide(task("t", "n1", "v1"), List.of(), List.of(volume(V1, Sharing.SHARING_NONE, other)));
        var before = decide(task("t", "n1", "v1"), List.of(), List.of(volume(V1, Sharing.SHARING_NONE, younger)));

        // Then
        assertThat(beside.claims()).extracting(Claim::state).containsExactly(State.GRANTED);
        assertThat(before.claims()).extracting(Claim::state).containsExactly(State.GRANTED);
    }

    @Test
    @DisplayName("A volume that has a place on a full node already may be had by a second task there")
    void aVolumeThatIsThereNeedsNoSecondPlace() {
        // Given
        VolumeView shared = volume(V1, Sharing.SHARING_ALL, holder("x", V1, N1));

        // When
        var second = decide(task("t", "n1", "v1"), shared, full(V1));
        var another = decide(task("t", "n1", "v1"), shared, full(new VolumeName("other")));

        // Then
        assertThat(second.state()).isEqualTo(State.GRANTED);
        assertThat(another.message()).isEqualTo("node n1 has 1 of at most 1 volumes of plugin p");
    }

    @Test
    @DisplayName("Two volumes of one task do not share the last place of a node: both wait")
    void theLastPlaceIsGivenOnce() {
        // When
        var two = ClaimDecision.of(
                new ClaimDecision.Input(
                        new TaskSpec(task("t", "n1", "v1", "v2"), false),
                        List.of(),
                        List.of(volume(V1), volume(V2)),
                        full()),
                NOW);
        var one = decide(task("t", "n1", "v1"), volume(V1), full());

        // Then
        assertThat(two.claims()).extracting(Claim::state).containsOnly(State.WAITING);
        assertThat(two.claims()).extracting(Claim::message).contains("node n1 has 1 of at most 1 volumes of plugin p");
        assertThat(one.state()).isEqualTo(State.GRANTED);
    }

    @Test
    @DisplayName(
            "Who waits for a volume to be created, or for a place on its node, is ahead of nobody: these are no users")
    void onlyUsersAreOccupancy() {
        // Given
        VolumeView creating = new VolumeView(
                V1,
                ClaimScenes.spec(Sharing.SHARING_ALL),
                false,
                false,
                List.of(),
                Map.of(),
                Set.of(),
                List.of(),
                Set.of());

        // When
        var created = decide(task("t", "n1", "v1"), creating, node());
        var place = decide(task("t", "n1", "v1"), volume(V1), full(new VolumeName("other")));
        var used = decide(task("t", "n1", "v1"), volume(V1, Sharing.SHARING_NONE, holder("x", V1, N1)), node());

        // Then
        assertThat(created.message()).isEqualTo("volume v1 is being created");
        assertThat(created.onlyOccupancy()).isFalse();
        assertThat(place.onlyOccupancy()).isFalse();
        assertThat(used.awaits()).containsExactly(V1);
    }

    @Test
    @DisplayName("A target that is still being let go is not granted anew under the same name")
    void aReleasingTargetKeepsItsRow() {
        // Given
        Claim releasing = new Claim(
                "t",
                "/data0",
                "v1",
                Optional.of(V1),
                N1,
                new TargetId("t.0"),
                true,
                List.of(),
                State.RELEASING,
                1,
                7,
                "",
                Set.of(),
                "");
        VolumeView held = view(V1, ClaimScenes.spec(Sharing.SHARING_ALL), List.of(releasing));

        // When
        var again = decide(task("t", "n1", "v1"), List.of(releasing), List.of(held));

        // Then
        assertThat(again.claims()).containsExactly(releasing);
        assertThat(again.touched()).isEmpty();
    }

    @Test
    @DisplayName("An unconfirmed detach elsewhere keeps a single-node volume only while its node is not fenced; the "
            + "task looks again")
    void aDebtElsewhere() {
        // Given
        Publication unconfirmed = new Publication(
                N2,
                Publication.State.UNCONFIRMED_DETACH,
                "csi-n2",
                Map.of(),
                7,
                Set.of(),
                true,
                false,
                true,
                Retry.NONE,
                Optional.empty(),
                Optional.empty(),
                Publication.Forget.NO,
                Optional.empty(),
                false);

        // When
        var fenced = decide(task("t", "n1", "v1"), List.of(), List.of(unconfirmed(unconfirmed, Set.of(N2))));
        var back = decide(task("t", "n1", "v1"), List.of(), List.of(unconfirmed(unconfirmed, Set.of(N3))));
        var there = decide(task("t", "n2", "v1"), unconfirmed(unconfirmed, Set.of()), nodeTwo());

        // Then
        assertThat(fenced.claims()).extracting(Claim::state).containsExactly(State.GRANTED);
        assertThat(back.claims().getFirst().message())
                .isEqualTo("volume v1 is single-node, and node n2, which was fenced, is not any more and has not yet"
                        + " reported that nothing of it is left");
        assertThat(back.polls()).isTrue();
        assertThat(there.message()).contains("was fenced and has not yet reported");
    }

    @Test
    @DisplayName("A publication elsewhere is a user that is waited for; one on the same node is in nobody's way")
    void aPublicationElsewhere() {
        // Given
        Publication published = new Publication(
                N2,
                Publication.State.PUBLISHED,
                "csi-n2",
                Map.of(),
                7,
                Set.of(),
                true,
                false,
                false,
                Retry.NONE,
                Optional.empty(),
                Optional.empty(),
                Publication.Forget.NO,
                Optional.empty(),
                false);

        // When
        var elsewhere = decide(task("t", "n1", "v1"), unconfirmed(published, Set.of()), node());
        var here = decide(task("t", "n2", "v1"), unconfirmed(published, Set.of()), nodeTwo());

        // Then
        assertThat(elsewhere.message()).isEqualTo("volume v1 is single-node and is still on node n2");
        assertThat(elsewhere.onlyOccupancy()).isTrue();
        assertThat(here.state()).isEqualTo(State.GRANTED);
    }

    private static VolumeView unconfirmed(Publication unconfirmed, Set<NodeName> fenced) {
        return new VolumeView(
                V1,
                ClaimScenes.spec(Sharing.SHARING_ALL),
                true,
                false,
                List.of(),
                Map.of(unconfirmed.node(), unconfirmed),
                Set.of(),
                List.of(),
                fenced);
    }

    /** It has room for one volume of the plugin, and has these. */
    private static NodeView full(VolumeName... volumes) {
        return new NodeView(
                N1,
                Optional.of(io.hawser.v1.Node.getDefaultInstance()),
                Map.of(P, ClaimScenes.nodePlugin().setMaxVolumes(1).build()),
                Map.of(P, Set.of(volumes)),
                "");
    }

    private static NodeView nodeTwo() {
        return new NodeView(
                N2,
                Optional.of(io.hawser.v1.Node.getDefaultInstance()),
                Map.of(P, ClaimScenes.nodePlugin().build()),
                Map.of(),
                "");
    }
}
