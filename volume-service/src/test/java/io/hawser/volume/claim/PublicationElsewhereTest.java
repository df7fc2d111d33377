package io.hawser.volume.claim;

import static io.hawser.volume.claim.ClaimScenes.created;
import static io.hawser.volume.claim.ClaimScenes.decide;
import static io.hawser.volume.claim.ClaimScenes.node;
import static io.hawser.volume.claim.ClaimScenes.readOnly;
import static io.hawser.volume.claim.ClaimScenes.spec;
import static io.hawser.volume.claim.ClaimScenes.task;
import static io.hawser.volume.id.Ids.N1;
import static io.hawser.volume.id.Ids.N2;
import static io.hawser.volume.id.Ids.N3;
import static io.hawser.volume.id.Ids.V1;
import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.v1.MountReport;
import io.hawser.v1.MountedTarget;
import io.hawser.v1.Scope;
import io.hawser.v1.Sharing;
import io.hawser.v1.Task;
import io.hawser.v1.VolumeSpec;
import io.hawser.volume.id.NodeName;
import io.hawser.volume.id.TargetId;
import io.hawser.volume.lifecycle.Claim;
import io.hawser.volume.lifecycle.Claim.State;
import io.hawser.volume.lifecycle.MountsOnNode;
import io.hawser.volume.lifecycle.Obstacle;
import io.hawser.volume.lifecycle.Obstacle.Reason;
import io.hawser.volume.lifecycle.Publication;
import io.hawser.volume.lifecycle.PublicationSample;
import io.hawser.volume.orphan.UnexplainedMount;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What a publication, or the debt of one, on another node keeps from a task. */
class PublicationElsewhereTest {
    @Test
    @DisplayName("A publication elsewhere is a user that is waited for; one on the same node is in nobody's way")
    void aPublicationElsewhere() {
        // Given
        Publication published = PublicationSample.on(N2, Publication.State.PUBLISHED)
                .mounts(7, Optional.empty())
                .done();

        // When
        var elsewhere = decide(task("t", "n1", "v1"), unconfirmed(published, Set.of()), node());
        var here = decide(task("t", "n2", "v1"), unconfirmed(published, Set.of()), node(N2, "z1"));

        // Then
        assertThat(elsewhere.message()).isEqualTo("volume v1 is single-node and is still on node n2");
        assertThat(elsewhere.onlyOccupancy()).isTrue();
        assertThat(here.state()).isEqualTo(State.GRANTED);
    }

    @Test
    @Tag("swarmkit-X-13")
    @DisplayName("An unconfirmed detach elsewhere keeps a single-node volume only while its node is not fenced; the "
            + "task looks again")
    void aDebtElsewhere() {
        // Given
        Publication unconfirmed = PublicationSample.on(N2, Publication.State.UNCONFIRMED_DETACH)
                .mounts(7, Optional.empty())
                .unconfirmed(true)
                .done();

        // When
        var fenced = decide(task("t", "n1", "v1"), List.of(), List.of(unconfirmed(unconfirmed, Set.of(N2))));
        var back = decide(task("t", "n1", "v1"), List.of(), List.of(unconfirmed(unconfirmed, Set.of(N3))));
        var there = decide(task("t", "n2", "v1"), unconfirmed(unconfirmed, Set.of()), node(N2, "z1"));

        // Then
        assertThat(fenced.claims()).extracting(Claim::state).containsExactly(State.GRANTED);
        assertThat(back.claims().getFirst().obstacle())
                .contains(new Obstacle(
                        Reason.NOT_CONFIRMED,
                        "volume v1 is single-node, and node n2, which is no longer fenced and has not yet"
                                + " reported that nothing of it is left"));
        assertThat(back.polls()).isTrue();
        assertThat(there.message()).contains("was fenced and has not yet reported");
    }

    @Test
    @DisplayName(
            "The one writer of a volume of several nodes waits for a node that was fenced, is not any more, and has"
                    + " not let go; a reader does not, nor does anybody if all may write")
    void aWriterThatMayBeLeft() {
        for (Publication.State state :
                List.of(Publication.State.PENDING_UNPUBLISH, Publication.State.UNCONFIRMED_DETACH)) {
            // Given
            Publication left = onN2(state, true, Optional.empty());
            Publication gone = onN2(state, true, Optional.of(report(7).setNothingLeft(true)));
            Task writer = task("t", "n1", "v1");

            // When
            var waits = decided(writer, Sharing.SHARING_ONE_WRITER, left, Set.of());

            // Then
            assertThat(waits.claims().getFirst().message())
                    .isEqualTo("volume v1 has one writer, and node n2, which is no longer fenced and has not"
                            + " yet reported that nothing of it is left");
            assertThat(waits.polls()).isTrue();
            assertThat(decided(writer, Sharing.SHARING_ONE_WRITER, left, Set.of(N2))
                            .claims())
                    .extracting(Claim::state)
                    .containsExactly(State.GRANTED);
            assertThat(decided(writer, Sharing.SHARING_ONE_WRITER, gone, Set.of())
                            .claims())
                    .extracting(Claim::state)
                    .containsExactly(State.GRANTED);
            assertThat(decided(readOnly(writer), Sharing.SHARING_ONE_WRITER, left, Set.of())
                            .claims())
                    .extracting(Claim::state)
                    .containsExactly(State.GRANTED);
            assertThat(decided(writer, Sharing.SHARING_ALL, left, Set.of()).claims())
                    .extracting(Claim::state)
                    .containsExactly(State.GRANTED);
        }
    }

    @Test
    @DisplayName("The one writer waits for a mount elsewhere that no record explains, until the node has unmounted it")
    void aMountThatNoRecordExplains() {
        // Given
        Task writer = task("t", "n1", "v1");
        VolumeSpec spec = several(Sharing.SHARING_ONE_WRITER);
        VolumeView orphaned = new VolumeView(
                created(V1, spec, Map.of()),
                Map.of(N2, new UnexplainedMount(true, Set.of(new TargetId("lost")), Set.of())),
                List.of(),
                Set.of());
        MountedTarget target = MountedTarget.newBuilder().setId("lost").build();
        Publication.State leaving = Publication.State.PENDING_NODE_UNPUBLISH;
        Publication asked = onN2(leaving, false, Optional.of(report(6).addTargets(target)));
        Publication unmounting = onN2(leaving, false, Optional.of(report(7).addTargets(target)));
        Publication staged = onN2(leaving, false, Optional.of(report(7).setStaged(true)));
        Publication later = onN2(
                Publication.State.PENDING_PUBLISH, false, Optional.of(report(8).addTargets(target)));

        // When
        var waits = decide(writer, List.of(), List.of(orphaned));
        var reads = decide(readOnly(writer), List.of(), List.of(orphaned));

        // Then
        assertThat(waits.claims().getFirst().message())
                .isEqualTo("volume v1 has one writer, and node n2 still has something of it that no record explains");
        assertThat(waits.polls()).isTrue();
        assertThat(reads.claims()).extracting(Claim::state).containsExactly(State.GRANTED);
        for (Publication there : List.of(asked, unmounting, later)) {
            assertThat(decided(writer, Sharing.SHARING_ONE_WRITER, there, Set.of())
                            .claims())
                    .extracting(Claim::state)
                    .containsExactly(State.WAITING);
        }
        assertThat(decided(writer, Sharing.SHARING_ONE_WRITER, staged, Set.of()).claims())
                .extracting(Claim::state)
                .containsExactly(State.GRANTED);
    }

    @Test
    @DisplayName("The one writer also waits while a node with other tasks reports a mount of a task that has no claim")
    void aMountBesideThoseOfOtherTasks() {
        // Given
        VolumeView unused = beside(List.of(), Map.of(), Set.of());
        Claim reader = decide(readOnly(task("x", "n2", "v1")), unused, ClaimScenes.node(N2, "z1"));
        MountReport.Builder both = report(7)
                .addTargets(MountedTarget.newBuilder().setId(reader.targetId().value()))
                .addTargets(MountedTarget.newBuilder().setId("lost"));
        Publication there = onN2(Publication.State.PUBLISHED, false, Optional.of(both));
        Publication gone = onN2(
                Publication.State.PUBLISHED, false, Optional.of(both.clone().removeTargets(1)));

        // Then
        assertThat(writerBeside(reader, there, Set.of()).polls()).isTrue();
        assertThat(stateBeside(reader, there, Set.of())).isEqualTo(State.WAITING);
        assertThat(stateBeside(reader, there, Set.of(N2))).isEqualTo(State.GRANTED);
        assertThat(stateBeside(reader, gone, Set.of())).isEqualTo(State.GRANTED);
    }

    private static State stateBeside(Claim reader, Publication there, Set<NodeName> fenced) {
        return writerBeside(reader, there, fenced).claims().getFirst().state();
    }

    private static ClaimDecision.Outcome writerBeside(Claim reader, Publication there, Set<NodeName> fenced) {
        VolumeView volume = beside(List.of(reader), Map.of(N2, there), fenced);
        return decide(task("t", "n1", "v1"), List.of(), List.of(volume));
    }

    private static VolumeView beside(List<Claim> claims, Map<NodeName, Publication> there, Set<NodeName> fenced) {
        return new VolumeView(created(V1, several(Sharing.SHARING_ONE_WRITER), there), Map.of(), claims, fenced);
    }

    @Test
    @DisplayName("A writer that has its mount on its node since a lost life is granted it: a reader there would be"
            + " granted, and its assignment would take the writer's mount")
    void theWriterIsThere() {
        // Given
        Task writer = task("t", "n1", "v1");
        UnexplainedMount own =
                new UnexplainedMount(true, Set.of(TaskSpec.targetId(writer, writer.getMounts(0))), Set.of());
        VolumeView onBoth = new VolumeView(
                created(V1, several(Sharing.SHARING_ONE_WRITER), Map.of()),
                Map.of(N1, own, N2, new UnexplainedMount(true, Set.of(new TargetId("lost")), Set.of())),
                List.of(ClaimScenes.holder("x", V1, N2).releasing()),
                Set.of());

        // When
        var outcome = decide(writer, List.of(), List.of(onBoth));

        // Then
        assertThat(outcome.claims()).extracting(Claim::state).containsExactly(State.GRANTED);
    }

    @Test
    @DisplayName("The one writer waits for a node that has not answered a lost life's assignment, unless it is fenced")
    void anAssignmentThatIsNotAnswered() {
        // Given
        Publication unheard = onN2(Publication.State.PUBLISHED, false, Optional.of(report(7)), 8);
        Publication heard = onN2(Publication.State.PUBLISHED, false, Optional.of(report(8)), 8);
        Task writer = task("t", "n1", "v1");

        // When
        var waits = decided(writer, Sharing.SHARING_ONE_WRITER, unheard, Set.of());

        // Then
        assertThat(waits.claims().getFirst().message())
                .isEqualTo("volume v1 has one writer, and node n2 has not reported yet what it has of it since the"
                        + " database was restored");
        assertThat(waits.polls()).isTrue();
        assertThat(List.of(
                        decided(writer, Sharing.SHARING_ONE_WRITER, unheard, Set.of(N2)),
                        decided(writer, Sharing.SHARING_ONE_WRITER, heard, Set.of()),
                        decided(writer, Sharing.SHARING_ALL, unheard, Set.of())))
                .flatExtracting(ClaimDecision.Outcome::claims)
                .extracting(Claim::state)
                .containsOnly(State.GRANTED);
    }

    private static ClaimDecision.Outcome decided(Task task, Sharing sharing, Publication there, Set<NodeName> fenced) {
        return decide(
                task,
                List.of(),
                List.of(new VolumeView(created(V1, several(sharing), Map.of(N2, there)), Map.of(), List.of(), fenced)));
    }

    private static VolumeSpec several(Sharing sharing) {
        return spec(sharing).toBuilder().setScope(Scope.SCOPE_MULTI_NODE).build();
    }

    private static MountReport.Builder report(long generation) {
        return MountReport.newBuilder().setNode("n2").setGeneration(generation);
    }

    private static Publication onN2(
            Publication.State state, boolean unconfirmed, Optional<MountReport.Builder> reported) {
        return onN2(state, unconfirmed, reported, 0);
    }

    private static Publication onN2(
            Publication.State state, boolean unconfirmed, Optional<MountReport.Builder> reported, long lostGeneration) {
        return PublicationSample.on(N2, state)
                .mounts(new MountsOnNode(7, lostGeneration, reported.map(MountReport.Builder::build)))
                .unconfirmed(unconfirmed)
                .done();
    }

    private static VolumeView unconfirmed(Publication unconfirmed, Set<NodeName> fenced) {
        return new VolumeView(
                created(V1, spec(Sharing.SHARING_ALL), Map.of(unconfirmed.node(), unconfirmed)),
                Map.of(),
                List.of(),
                fenced);
    }
}
