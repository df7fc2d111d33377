package io.hawser.node.mount;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
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
}
