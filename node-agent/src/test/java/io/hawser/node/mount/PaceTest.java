package io.hawser.node.mount;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class PaceTest {
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    private static final Backoff BACKOFF =
            new Backoff(Duration.ofMillis(200), Duration.ofSeconds(10), Duration.ofMinutes(5));

    @Test
    @DisplayName(
            "A new wish shortens the pause after an open outcome to the floor: the plugin may still be at that call")
    void aNewWishKeepsTheFloorAfterAnOpenOutcome() {
        // Given
        CallEnding open = new CallEnding.Uncertain("no answer");
        Pace pace = Pace.FRESH.failed("t1", "no answer", NOW, BACKOFF.after(open, 6, 0.5), BACKOFF.least(open));

        // When
        Pace preempted = pace.preempted();

        // Then
        assertThat(pace.notBefore()).isAfter(NOW.plusSeconds(1));
        assertThat(preempted.notBefore()).isEqualTo(NOW.plusMillis(200));
        assertThat(preempted.preempted().notBefore()).isEqualTo(NOW.plusMillis(200));
    }

    @Test
    @DisplayName("A new wish ends the pause after a refusal, but for what would be the same call again")
    void aNewWishEndsThePauseAfterARefusalOfAnotherCall() {
        // Given
        Pace pace = refused(Sample.publish(1, "t1"));

        // When
        Pace preempted = pace.preempted();

        // Then
        assertThat(pace.notBefore(Sample.publish(1, "t2"))).isEqualTo(NOW.plus(Duration.ofMinutes(5)));
        assertThat(preempted.notBefore(Sample.publish(2, "t2", "t1"))).isEqualTo(NOW.plus(Duration.ofMinutes(5)));
        assertThat(preempted.notBefore(Sample.publish(2, "t2"))).isBeforeOrEqualTo(NOW);
        assertThat(preempted.notBefore(new Step.Unpublish("t1"))).isBeforeOrEqualTo(NOW);
    }

    @Test
    @DisplayName(
            "Another plugin, and whatever changed the volume, end the pause after a refusal for the same call, too")
    void whatMayMendARefusalEndsItsPause() {
        // Given
        Pace pace = refused(Sample.publish(1, "t1"));

        // Then
        assertThat(pace.replaced(NOW.plusMillis(1)).notBefore(Sample.publish(1, "t1")))
                .isBeforeOrEqualTo(NOW);
        assertThat(pace.done("t2").notBefore(Sample.publish(1, "t1"))).isBeforeOrEqualTo(NOW);
    }

    @Test
    @DisplayName("What refused may be the other plugin already, before word of it came: that refusal stands")
    void aRefusalOfTheOtherPluginStands() {
        // Given
        Pace pace = refused(Sample.publish(1, "t1"));

        // When
        Pace replaced = pace.replaced(NOW.minusMillis(300));

        // Then
        assertThat(replaced.notBefore(Sample.publish(1, "t1"))).isEqualTo(NOW.plus(Duration.ofMinutes(5)));
        assertThat(replaced.notBefore(Sample.publish(2, "t2"))).isBeforeOrEqualTo(NOW);
    }

    @Test
    @DisplayName("A refusal whose pause is over is not kept")
    void aRefusalWhosePauseIsOverIsNotKept() {
        // Given
        Pace pace = refused(Sample.publish(1, "t1"));
        Instant later = NOW.plus(Duration.ofMinutes(6));

        // When
        Pace next = pace.failed("t2", "no", later, Duration.ofMinutes(5), Duration.ZERO)
                .refused(Sample.publish(1, "t2"), later);

        // Then
        assertThat(next.refused()).containsOnlyKeys(Sample.publish(2, "t2").asked());
    }

    private static Pace refused(Step.Call call) {
        CallEnding refused = new CallEnding.Rejected(false, "no");
        return Pace.FRESH
                .failed(call.subject(), "no", NOW, BACKOFF.after(refused, 1, 0.5), BACKOFF.least(refused))
                .refused(call, NOW);
    }
}
