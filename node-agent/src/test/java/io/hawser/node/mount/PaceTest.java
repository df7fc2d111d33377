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
    @DisplayName("A new wish ends the pause after a refusal: another call may be right at once")
    void aNewWishEndsThePauseAfterARefusal() {
        // Given
        CallEnding refused = new CallEnding.Rejected(false, "no");
        Pace pace = Pace.FRESH.failed("t1", "no", NOW, BACKOFF.after(refused, 1, 0.5), BACKOFF.least(refused));

        // When
        Pace preempted = pace.preempted();

        // Then
        assertThat(pace.notBefore()).isEqualTo(NOW.plus(Duration.ofMinutes(5)));
        assertThat(preempted.notBefore()).isBeforeOrEqualTo(NOW);
    }
}
