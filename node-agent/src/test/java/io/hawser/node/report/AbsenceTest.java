package io.hawser.node.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class AbsenceTest {
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    private static final Duration INTERVAL = Duration.ofSeconds(10);

    private final Absence absence = new Absence();

    @Test
    @DisplayName("Heartbeats in time, and one that is acknowledged late, are no absence")
    void inTime() {
        assertThat(tick(0, true)).isFalse();
        assertThat(tick(10, true)).isFalse();
        assertThat(tick(20, false)).isFalse();
        assertThat(tick(30, true)).isFalse();
        assertThat(tick(60, true)).isFalse();
    }

    @Test
    @DisplayName("Without an acknowledgement for more than three intervals the agent was absent, until the next one; "
            + "so was an agent that stood still")
    void absent() {
        assertThat(tick(0, true)).isFalse();
        assertThat(tick(10, false)).isFalse();
        assertThat(tick(31, false)).isFalse();
        assertThat(tick(41, false)).isFalse();
        assertThat(tick(51, true)).isTrue();
        assertThat(tick(61, true)).isFalse();
        assertThat(tick(92, true)).isTrue();
    }

    private boolean tick(int second, boolean acknowledged) {
        return absence.ended(START.plusSeconds(second), acknowledged, INTERVAL);
    }
}
