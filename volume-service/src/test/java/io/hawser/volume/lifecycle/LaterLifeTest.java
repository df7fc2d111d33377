package io.hawser.volume.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.v1.MountReport;
import io.hawser.volume.lifecycle.Publication.State;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The database went back: a node answers what a later life of it said. */
class LaterLifeTest {
    private static final long GENERATION = 7;

    @ParameterizedTest
    @EnumSource(names = {"PENDING_UNPUBLISH", "DEBT"})
    @DisplayName("A node that has something under a later generation than was given here is not detached")
    void isNotToBeDetached(State state) {
        // When
        Publication after = leaving(state).overtakenBy(mounted(GENERATION + 1)).orElseThrow();

        // Then
        assertThat(after.state()).isEqualTo(State.PENDING_PUBLISH);
        assertThat(after.attempted()).isTrue();
        assertThat(after.doubt()).isTrue();
        assertThat(after.debt()).isFalse();
        assertThat(after.csiNodeId()).isEqualTo("csi-n1");
        assertThat(after.generation()).isZero();
    }

    @Test
    @DisplayName("A report of a generation that was given here changes nothing, nor does that nothing is left")
    void anOrdinaryReportChangesNothing() {
        Publication leaving = leaving(State.PENDING_UNPUBLISH);

        assertThat(leaving.overtakenBy(mounted(GENERATION))).isEmpty();
        assertThat(leaving.overtakenBy(mounted(GENERATION - 1))).isEmpty();
        assertThat(leaving.overtakenBy(
                        mounted(GENERATION + 1).toBuilder().setNothingLeft(true).build()))
                .isEmpty();
    }

    @ParameterizedTest
    @EnumSource(names = {"PENDING_PUBLISH", "PUBLISHED", "PENDING_NODE_UNPUBLISH"})
    @DisplayName("A publication that is not on its way out is left to its own rules")
    void othersAreLeftAlone(State state) {
        assertThat(leaving(state).overtakenBy(mounted(GENERATION + 1))).isEqualTo(Optional.empty());
    }

    @Test
    @DisplayName(
            "A claim takes it over by a ControllerPublishVolume; without one the node lets go first, without a call")
    void aClaimTakesItOver() {
        // Given
        Volume volume = Scenes.created()
                .with(leaving(State.PENDING_UNPUBLISH)
                        .overtakenBy(mounted(GENERATION + 1))
                        .orElseThrow());

        // When
        Reconciliation.Outcome claimed =
                Scenes.decide(volume, List.of(Scenes.granted("t", "n1")), Scenes.mountedOnN1(false));
        Reconciliation.Outcome unclaimed = Scenes.decide(volume, List.of(), Scenes.mountedOnN1(false));

        // Then
        assertThat(claimed.call()).contains(new Operation.Publish("n1"));
        assertThat(unclaimed.call()).isEmpty();
        assertThat(unclaimed.volume().orElseThrow().publications().get("n1").state())
                .isEqualTo(State.PENDING_NODE_UNPUBLISH);
        assertThat(unclaimed.effects()).anySatisfy(effect -> assertThat(effect)
                .isInstanceOfSatisfying(Effect.Assign.class, assign -> assertThat(assign.nothing())
                        .isTrue()));
    }

    private static Publication leaving(State state) {
        return Publication.begin("n1", "csi-n1")
                .intended()
                .assigned(GENERATION, java.util.Set.of())
                .in(state)
                .inDebt();
    }

    private static MountReport mounted(long generation) {
        return MountReport.newBuilder()
                .setNode("n1")
                .setVolume("v")
                .setGeneration(generation)
                .setStaged(true)
                .build();
    }
}
