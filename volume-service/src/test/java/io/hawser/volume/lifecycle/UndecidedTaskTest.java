package io.hawser.volume.lifecycle;

import static io.hawser.volume.id.Ids.N1;
import static io.hawser.volume.id.Ids.N2;
import static io.hawser.volume.lifecycle.LostLife.GENERATION;
import static io.hawser.volume.lifecycle.LostLife.mounted;
import static io.hawser.volume.lifecycle.LostLife.published;
import static io.hawser.volume.lifecycle.Scenes.NOW;
import static io.hawser.volume.lifecycle.Scenes.granted;
import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.v1.MountedTarget;
import io.hawser.volume.id.NodeName;
import io.hawser.volume.id.TargetId;
import io.hawser.volume.orphan.UnexplainedMount;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Task x waits, and its node reports its mount, of a life of the database that is lost. Task t has the volume. */
class UndecidedTaskTest {
    private static final TargetId OF_T = new TargetId("t.0");
    private static final TargetId OF_X = new TargetId("x.0");
    private static final Publication LATER = published()
            .reporting(mounted(GENERATION + 1).toBuilder()
                    .addTargets(MountedTarget.newBuilder().setId(OF_X.value()))
                    .build());
    private static final Publication NOT_YET =
            Publication.begin(N1, "csi-n1").fixing(MountOptions.UNKNOWN.with(List.of()));

    @Test
    @DisplayName("No assignment takes the mount before the task is decided, also where no controller attaches")
    void isDecidedFirst() {
        // When
        Reconciliation.Outcome later = decided(LATER, List.of(granted("t", N1)), waiting(N1, OF_X));
        Reconciliation.Outcome unused = decided(LATER, List.of(), waiting(N1, OF_X));
        Reconciliation.Outcome unexplained = decided(NOT_YET, List.of(granted("t", N1)), orphaned(waiting(N1, OF_X)));

        // Then
        assertThat(List.of(assigned(later), assigned(unused), assigned(unexplained)))
                .containsOnly(Optional.empty());
    }

    @Test
    @DisplayName("Once it is decided, the assignment has both mounts")
    void hasBoth() {
        // Given
        List<Claim> both = List.of(granted("t", N1), granted("x", N1));

        // Then
        assertThat(assigned(decided(LATER, both, Map.of()))).contains(Set.of(OF_T, OF_X));
        assertThat(assigned(decided(NOT_YET, both, orphaned(Map.of())))).contains(Set.of(OF_T, OF_X));
    }

    @Test
    @DisplayName("A waiting task whose mount is not reported, that waits for another node, or whose node is or was"
            + " fenced, is not waited for")
    void othersDoNotCount() {
        // Given
        List<Claim> ofT = List.of(granted("t", N1));

        // Then
        assertThat(assigned(decided(
                        LostLife.leaving(Publication.State.UNCONFIRMED_DETACH)
                                .reporting(LATER.mounts().reported().orElseThrow()),
                        List.of(),
                        waiting(N1, OF_X))))
                .contains(Set.of());
        assertThat(assigned(decided(LATER, ofT, waiting(N1, new TargetId("y.0")))))
                .contains(Set.of(OF_T));
        assertThat(assigned(decided(LATER, ofT, waiting(N2, OF_X)))).contains(Set.of(OF_T));
        assertThat(assigned(decided(LATER, ofT, inputs(true, Map.of(), waiting(N1, OF_X)))))
                .contains(Set.of());
    }

    private static Map<NodeName, Set<TargetId>> waiting(NodeName node, TargetId target) {
        return Map.of(node, Set.of(target));
    }

    private static VolumeInputs orphaned(Map<NodeName, Set<TargetId>> waiting) {
        return inputs(
                false,
                Map.of(N1, new VolumeInputs.Orphan(NOW, "", new UnexplainedMount(true, Set.of(OF_X), Set.of()))),
                waiting);
    }

    private static VolumeInputs inputs(
            boolean fenced, Map<NodeName, VolumeInputs.Orphan> orphans, Map<NodeName, Set<TargetId>> waiting) {
        return new VolumeInputs(
                Optional.of(Scenes.plugin("unix:///p.sock", true, false, 7)),
                Map.of(N1, Scenes.node(fenced, "csi-n1", !orphans.isEmpty())),
                false,
                orphans,
                waiting,
                Set.of());
    }

    private static Reconciliation.Outcome decided(
            Publication publication, List<Claim> claims, Map<NodeName, Set<TargetId>> waiting) {
        return decided(publication, claims, inputs(false, Map.of(), waiting));
    }

    private static Reconciliation.Outcome decided(Publication publication, List<Claim> claims, VolumeInputs inputs) {
        return Scenes.decide(Scenes.created().with(publication), claims, inputs);
    }

    /** The targets of the assignment; empty: there is none. */
    private static Optional<Set<TargetId>> assigned(Reconciliation.Outcome outcome) {
        return outcome.effects().stream()
                .filter(Effect.Assign.class::isInstance)
                .map(assign -> ((Effect.Assign) assign).publication().assigned())
                .findFirst();
    }
}
