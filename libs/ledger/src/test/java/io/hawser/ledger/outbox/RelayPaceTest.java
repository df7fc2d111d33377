package io.hawser.ledger.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class RelayPaceTest {
    private static final long PAUSE = 1_000;

    private final RelayPace pace = new RelayPace(Duration.ofNanos(10), 0);

    @Test
    @DisplayName("Transactions keep their distance, but five after a pause follow each other immediately")
    void distance() {
        // When
        List<Long> waits = waits(PAUSE, 8);

        // Then
        assertThat(waits).containsExactly(0L, 0L, 0L, 0L, 0L, 10L, 10L, 10L);
        assertThat(waits(2 * PAUSE, 6)).containsExactly(0L, 0L, 0L, 0L, 0L, 10L);
    }

    @Test
    @DisplayName("A transaction that took longer than the distance is followed by the next one immediately")
    void slow() {
        // Given
        waits(PAUSE, 8);

        // Then
        assertThat(pace.left(PAUSE + 45)).isZero();
    }

    /** Begins transactions as soon as they may, the first at that time. @return how long each of them waits */
    private List<Long> waits(long from, int transactions) {
        List<Long> waits = new ArrayList<>();
        long now = from;
        for (int i = 0; i < transactions; i++) {
            waits.add(pace.left(now));
            now += pace.left(now);
            pace.begun(now);
        }
        return waits;
    }
}
