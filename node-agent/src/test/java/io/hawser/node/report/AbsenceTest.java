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
        assertThat(tick(50, true)).isFalse();
        assertThat(absence.lasts()).isFalse();
    }

    @Test
    @DisplayName("Without an acknowledgement for more than three intervals the agent was absent, until the next one")
    void absent() {
        assertThat(tick(0, true)).isFalse();
        assertThat(tick(10, false)).isFalse();
        assertThat(tick(31, false)).isFalse();
        assertThat(tick(41, false)).isFalse();
        assertThat(tick(51, true)).isTrue();
        assertThat(tick(61, true)).isFalse();
    }

    @Test
    @DisplayName("Readers count from the last heartbeat that they have, and not from when the agent saw that they have")
    void cutAfterAnAcknowledgement() {
        assertThat(tick(0, true)).isFalse();
        assertThat(tick(10, true)).isFalse();
        assertThat(tick(20, false)).isFalse();
        assertThat(tick(30, false)).isFalse();
        assertThat(tick(40, true)).as("acknowledged at 35").isFalse();
        assertThat(absence.lasts()).as("the one before was of 0").isTrue();
        assertThat(tick(50, true)).isTrue();
        assertThat(absence.lasts()).isFalse();
    }

    @Test
    @DisplayName("An agent that stood still is absent until a heartbeat is acknowledged that is younger than that")
    void stoodStill() {
        assertThat(tick(0, true)).isFalse();
        assertThat(tick(10, true)).isFalse();
        assertThat(tick(41, true)).as("that of 10 is acknowledged").isFalse();
        assertThat(absence.lasts()).isTrue();
        assertThat(tick(80, true)).as("it stood still again").isFalse();
        assertThat(tick(90, true)).isTrue();
        assertThat(absence.lasts()).isFalse();
        assertThat(tick(100, true)).isFalse();
    }

    private boolean tick(int second, boolean acknowledged) {
        return absence.ended(START.plusSeconds(second), acknowledged, INTERVAL);
    }
}
