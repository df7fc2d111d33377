package io.hawser.conformance.invariant;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.Status.Code;
import io.hawser.conformance.history.History;
import io.hawser.strict.history.Event.Effect;
import io.hawser.v1.PublicationState;
import io.hawser.v1.TaskState;
import io.hawser.v1.VolumePhase;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A history in which everything is as it should be. */
class WholeLifeTest {

    @Test
    void everyInvariantHoldsAndIsShown() {
        // Given
        History history = wholeLife();
        // When
        InvariantReport report = Invariants.check(history);
        // Then
        assertThat(report.breaches()).isEmpty();
        assertThat(report.checks()).containsOnlyKeys(Invariants.names()).doesNotContainValue(0L);
    }

    @Test
    void theSameHistoryIsJudgedTheSameTwice() {
        // Given
        History history = wholeLife();
        // When
        InvariantReport first = Invariants.check(history);
        // Then
        assertThat(Invariants.check(history)).isEqualTo(first);
    }

    @Test
    void aTaskThatWasNotReadYetIsNotLost() {
        // Given
        Story story = new Story().born().task("t1", TaskState.TASK_STATE_RUNNING);
        story.scene.unread();
        // When
        InvariantReport report = Invariants.check(
                story.holding(Map.of()).quiet(List.of(story.row()), List.of()).history());
        // Then
        assertThat(report.breaches()).isEmpty();
    }

    @Test
    void anEmptyHistoryShowsNothing() {
        // Given
        History nothing = new Story().history();
        // When
        InvariantReport report = Invariants.check(nothing);
        // Then
        assertThat(report.breaches()).isEmpty();
        assertThat(report.checks()).containsOnlyKeys(Invariants.names());
        assertThat(report.checks().values()).containsOnly(0L);
    }

    private static History wholeLife() {
        Story story = new Story()
                .node("n1", false)
                .service(false)
                .task("t1", TaskState.TASK_STATE_RUNNING)
                .born();
        story.ended(story.attaching("n1"), Code.UNAVAILABLE, Effect.NONE);
        return story.misunderstood("c2")
                .rejected("c2")
                .attached("n1")
                .assigned("n1", 1, "t1")
                .staged("n1")
                .published("n1", "t1")
                .mounted(Map.of("n1", List.of("t1"), "n2", List.of()))
                .task("t1", TaskState.TASK_STATE_COMPLETE)
                .takenFrom("n1", 2, "t1")
                .mounted(Map.of("n1", List.of(), "n2", List.of()))
                .broughtTo("n2", 3, "t2")
                .mounted(Map.of("n1", List.of(), "n2", List.of("t2")))
                .takenFrom("n2", 4, "t2")
                .mounted(Map.of("n1", List.of(), "n2", List.of()))
                .forgotten("n1")
                .found("1.0", true)
                .toldPlugin("1.0", "relay:n1/" + Scene.PLUGIN, true)
                .runs("1.0", true)
                .service(true)
                .givenFree()
                // Said again as it was.
                .givenFree()
                .removalCommanded("deallocation/s/1/v", "hawser/deallocator-service")
                .accepted("deallocation/s/1/v")
                .standing(VolumePhase.VOLUME_PHASE_REMOVING, PublicationState.PUBLICATION_STATE_PENDING_UNPUBLISH)
                .attached("n1")
                .assigned("n1", 5, "t3")
                .reportedMounted("n1", 5, "t3")
                .told(Story.VOLUME_ID, "n1")
                .toldMounted("t3", "n1", "t3")
                .holdingOn("n1", "t3")
                .quiet(List.of(story.row()), List.of(story.publication("n1", "PUBLISHED")))
                .history();
    }
}
