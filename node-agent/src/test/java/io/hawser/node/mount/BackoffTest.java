package io.hawser.node.mount;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class BackoffTest {
    @Test
    void staysBetweenFloorAndCeilingAtAnyAttempt() {
        // Given
        Backoff backoff = new Backoff(Duration.ofMillis(200), Duration.ofMinutes(2), Duration.ofMinutes(5));
        for (int attempt : new int[] {Integer.MIN_VALUE, -1, 0, 1, 2, 9, 63, 1_000_000, Integer.MAX_VALUE}) {
            for (double jitter : new double[] {0, 0.5, 0.999_999}) {
                // When
                Duration delay = backoff.delay(attempt, jitter);
                // Then
                assertThat(delay).isBetween(backoff.floor(), backoff.ceiling());
            }
        }
    }

    @Test
    @DisplayName("Doubles from the floor, with jitter in the upper half, up to the ceiling")
    void doubles() {
        // Given
        Backoff backoff = new Backoff(Duration.ofMillis(200), Duration.ofSeconds(2), Duration.ofMinutes(5));

        // Then
        assertThat(backoff.delay(1, 0.999_999)).isBetween(Duration.ofMillis(199), Duration.ofMillis(200));
        assertThat(backoff.delay(2, 0)).isEqualTo(Duration.ofMillis(200));
        assertThat(backoff.delay(3, 0)).isEqualTo(Duration.ofMillis(400));
        assertThat(backoff.delay(3, 0.5)).isEqualTo(Duration.ofMillis(600));
        assertThat(backoff.delay(4, 0.25)).isEqualTo(Duration.ofMillis(1000));
        assertThat(backoff.delay(9, 0)).isEqualTo(Duration.ofSeconds(1));
    }
}
