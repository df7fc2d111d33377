package io.hawser.conformance.invariant;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.Status.Code;
import io.hawser.strict.history.Event.Effect;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BackoffBoundsTest {
    private static final Duration TOO_SHORT = Duration.ofMillis(100);
    private static final Duration TOO_LONG = Duration.ofSeconds(32);

    @Test
    @DisplayName("A pause may look too short if the caller says that the first answer missed its deadline")
    void seenTogether() {
        // Given
        Story story = stagedAgain("n1", "NodeStageVolume: DEADLINE_EXCEEDED: no answer within the deadline", TOO_SHORT);

        // When / Then
        assertThat(Invariants.check(story.history()).breaches()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "n1, NodeStageVolume: UNAVAILABLE: scripted",
        "n1, NodePublishVolume: DEADLINE_EXCEEDED: no answer within the deadline",
        "n2, NodeStageVolume: DEADLINE_EXCEEDED: no answer within the deadline",
    })
    @DisplayName("What the caller says of another answer, call or node does not shorten a pause")
    void anotherEvent(String node, String message) {
        // Given
        Story story = stagedAgain(node, message, TOO_SHORT);

        // When / Then
        assertThat(Invariants.check(story.history()).breaches())
                .extracting(Breach::invariant)
                .containsExactly("BackoffBounds");
    }

    @Test
    @DisplayName("A pause may not be too long, even if the first answer missed its deadline")
    void tooLong() {
        // Given
        Story story = stagedAgain("n1", "NodeStageVolume: DEADLINE_EXCEEDED: no answer within the deadline", TOO_LONG);

        // When / Then
        assertThat(Invariants.check(story.history()).breaches())
                .extracting(Breach::invariant)
                .containsExactly("BackoffBounds");
    }

    /** The node says this of the first call that stages the volume. */
    private static Story stagedAgain(String node, String message, Duration pause) {
        Story story = new Story().born().attached("n1").assigned("n1", 1, "t1");
        story.ended(story.staging("n1"), Code.ABORTED, Effect.NONE);
        // A second passes with the event, and another with the call.
        story.scene.later(Duration.ofSeconds(-1));
        story.said(node, message);
        story.scene.later(pause.minusSeconds(1));
        return story.staged("n1");
    }
}
