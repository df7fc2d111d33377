package io.hawser.volume.claim;

import static io.hawser.volume.claim.ClaimScenes.NOW;
import static io.hawser.volume.claim.ClaimScenes.at;
import static io.hawser.volume.claim.ClaimScenes.decide;
import static io.hawser.volume.claim.ClaimScenes.holder;
import static io.hawser.volume.claim.ClaimScenes.node;
import static io.hawser.volume.claim.ClaimScenes.readOnly;
import static io.hawser.volume.claim.ClaimScenes.spec;
import static io.hawser.volume.claim.ClaimScenes.task;
import static io.hawser.volume.claim.ClaimScenes.view;
import static io.hawser.volume.claim.ClaimScenes.volume;
import static io.hawser.volume.id.Ids.N1;
import static io.hawser.volume.id.Ids.N2;
import static io.hawser.volume.id.Ids.V1;
import static io.hawser.volume.id.Ids.V2;
import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.v1.Scope;
import io.hawser.v1.Sharing;
import io.hawser.v1.Task;
import io.hawser.v1.VolumeSpec;
import io.hawser.volume.id.NodeName;
import io.hawser.volume.id.TargetId;
import io.hawser.volume.id.TaskName;
import io.hawser.volume.lifecycle.Claim;
import io.hawser.volume.lifecycle.Claim.State;
import java.util.List;
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
                new ClaimDecision.Input(
                        new TaskSpec(task("t", "n2", "v1"), false), granted, List.of(held), node(N2, "z1")),
                NOW);

        // Then
        assertThat(moved.claims()).singleElement().satisfies(claim -> {
            assertThat(claim.node()).isEqualTo(N1);
            assertThat(claim.state()).isEqualTo(State.RELEASING);
        });
        assertThat(moved.touched()).containsExactly(V1);
    }

    @Test
    @DisplayName("A writer that moves to another node and target is the one writer until its old mount is gone;"
            + " a reader is granted beside it, and so is another mount on the old node")
    void theOneWriterMoves() {
        // Given
        VolumeSpec oneWriter = spec(Sharing.SHARING_ONE_WRITER).toBuilder()
                .setScope(Scope.SCOPE_MULTI_NODE)
                .build();
        List<Claim> old = decide(at("/a"), List.of(), List.of(view(V1, oneWriter, List.of())))
                .claims();
        VolumeView held = view(V1, oneWriter, old);

        // When
        var moved = onN2(at("/b"), old, held);
        var reads = onN2(readOnly(at("/b")), old, held);
        var stays = decide(at("/b"), old, List.of(held));
        Claim waiting = moved.claims().getLast();
        var free = onN2(at("/b"), List.of(waiting), view(V1, oneWriter, List.of(waiting)));

        // Then
        assertThat(moved.claims()).extracting(Claim::state).containsExactly(State.RELEASING, State.WAITING);
        assertThat(waiting.message()).isEqualTo("volume v1 has one writer, and task t on node n1 is it");
        assertThat(waiting.onlyOccupancy()).isTrue();
        assertThat(reads.claims()).extracting(Claim::state).containsExactly(State.RELEASING, State.GRANTED);
        assertThat(stays.claims()).extracting(Claim::state).containsExactly(State.RELEASING, State.GRANTED);
        assertThat(free.claims()).extracting(Claim::state).containsExactly(State.GRANTED);
    }

    @Test
    @DisplayName("A task that moves to another node and target waits for a single-node volume, however it is shared,"
            + " until its old mount is gone")
    void aSingleNodeVolumeMoves() {
        for (Sharing sharing : List.of(Sharing.SHARING_NONE, Sharing.SHARING_ONE_WRITER, Sharing.SHARING_ALL)) {
            // Given
            List<Claim> old =
                    decide(at("/a"), List.of(), List.of(volume(V1, sharing))).claims();

            // When
            var moved = onN2(at("/b"), old, volume(V1, sharing, old.toArray(Claim[]::new)));

            // Then
            assertThat(moved.claims()).extracting(Claim::state).containsExactly(State.RELEASING, State.WAITING);
            assertThat(moved.claims().getLast().message())
                    .isEqualTo("volume v1 is single-node and is still on node n1");
        }
    }

    private static ClaimDecision.Outcome onN2(Task task, List<Claim> claims, VolumeView volume) {
        Task moved = task.toBuilder().setNode("n2").build();
        return ClaimDecision.of(
                new ClaimDecision.Input(new TaskSpec(moved, false), claims, List.of(volume), node(N2, "z1")), NOW);
    }

    @Test
    @DisplayName("A mount that becomes read-only, or gets another source, releases the claim that it had")
    void anotherMountReleases() {
        // Given
        List<Claim> granted =
                decide(task("t", "n1", "v1"), List.of(), List.of(volume(V1))).claims();
        VolumeView held = volume(V1, Sharing.SHARING_NONE, granted.toArray(Claim[]::new));

        // When
        var readOnly = decide(readOnly(task("t", "n1", "v1")), granted, List.of(held));
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
    @DisplayName("While one mount of a task is still being let go, its other mounts wait for that, with their age")
    void theOthersKeepTheirAge() {
        // Given
        Task moved = task("t", "n2", "v1", "v2");
        Claim had = holder("t", V1, N1);
        Claim waited = waiting("t", V2.value(), N2, 5, "/data1");
        List<VolumeView> volumes = List.of(volume(V1, Sharing.SHARING_NONE, had), volume(V2));

        // When
        var outcome = ClaimDecision.of(
                new ClaimDecision.Input(new TaskSpec(moved, false), List.of(had, waited), volumes, node(N2, "z1")),
                NOW);

        // Then
        assertThat(outcome.claims()).extracting(Claim::state).containsExactly(State.RELEASING, State.WAITING);
        assertThat(outcome.claims().getLast()).satisfies(claim -> {
            assertThat(claim.requestedAt()).isEqualTo(5);
            assertThat(claim.awaits()).isEmpty();
            assertThat(claim.message())
                    .isEqualTo("a mount that the task had before on node n1 is still being taken down");
        });
        assertThat(outcome.polls()).isTrue();
    }

    private static Claim waiting(String task, String source, NodeName node, long since, String target) {
        return new Claim(
                new TaskName(task),
                target,
                source,
                Optional.empty(),
                node,
                new TargetId(task + target),
                false,
                List.of(),
                State.WAITING,
                since,
                0,
                Optional.empty(),
                Set.of(),
                "");
    }

    @Test
    @DisplayName("A target that is still being let go is not granted anew under the same name")
    void aReleasingTargetKeepsItsRow() {
        // Given
        Claim releasing = new Claim(
                new TaskName("t"),
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
                Optional.empty(),
                Set.of(),
                "");
        VolumeView held = view(V1, spec(Sharing.SHARING_ALL), List.of(releasing));

        // When
        var again = decide(task("t", "n1", "v1"), List.of(releasing), List.of(held));

        // Then
        assertThat(again.claims()).containsExactly(releasing);
        assertThat(again.touched()).isEmpty();
    }
}
