package io.hawser.ledger.catchup.work;

import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.ledger.tx.db.DatabaseLife;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class DatabaseClockTest {
    private static final Instant NOON = Instant.parse("2026-01-01T12:00:00Z");
    private static final Duration MARGIN = Duration.ofSeconds(5);

    private final DatabaseClock.Look before = new DatabaseClock.Look(NOON, 0, seconds(1));
    private final DatabaseLife life = new DatabaseLife();
    private final DatabaseClock clock = new DatabaseClock(life);

    @Test
    @DisplayName(
            "The database's clock went back if it advanced by much less than the time that passed between two looks")
    void aClockThatWentBack() {
        assertThat(at(NOON.plusSeconds(60), 60).wentBackSince(before)).isFalse();
        assertThat(at(NOON.plusSeconds(3600), 60).wentBackSince(before)).isFalse();
        assertThat(at(NOON.plusSeconds(50), 61).wentBackSince(before)).isFalse();
        assertThat(at(NOON.plusSeconds(49), 61).wentBackSince(before)).isTrue();
        assertThat(at(NOON.minusSeconds(3600), 5).wentBackSince(before)).isTrue();
    }

    @Test
    @DisplayName("It went ahead if it advanced by more than that time and the margin of a call's token")
    void aClockThatWentAhead() {
        assertThat(at(NOON.plusSeconds(60), 60).wentAheadSince(before, MARGIN)).isFalse();
        assertThat(at(NOON.plusSeconds(66), 60).wentAheadSince(before, MARGIN)).isFalse();
        assertThat(at(NOON.plusSeconds(67), 60).wentAheadSince(before, MARGIN)).isTrue();
        assertThat(at(NOON.minusSeconds(3600), 60).wentAheadSince(before, MARGIN))
                .isFalse();
    }

    @Test
    @DisplayName("If it goes ahead, nothing is decided until no call runs any more that it takes for ended")
    void callsThatItThinksOver() {
        // Given
        clock.callsTake(Duration.ofHours(1), MARGIN);
        clock.compare(before);
        long number = life.number();

        // When
        clock.compare(at(NOON.plusSeconds(60), 60));

        // Then
        assertThat(life.number()).isEqualTo(number);
        assertThat(clock.mayHaveLostCalls()).isFalse();

        // When
        clock.compare(at(NOON.plusSeconds(3600), 120));

        // Then
        assertThat(life.number()).isGreaterThan(number);
        assertThat(clock.mayHaveLostCalls()).isTrue();
    }

    @Test
    @DisplayName("If it goes back, no call is lost with that; nor is one where a service makes none")
    void noCallsAreLost() {
        // Given
        clock.compare(before);
        long number = life.number();

        // When
        clock.compare(at(NOON.plusSeconds(3600), 60));
        assertThat(life.number()).isEqualTo(number);
        clock.callsTake(Duration.ofHours(1), MARGIN);
        clock.compare(at(NOON, 120));

        // Then
        assertThat(life.number()).isGreaterThan(number);
        assertThat(clock.mayHaveLostCalls()).isFalse();
    }

    private static DatabaseClock.Look at(Instant database, int asked) {
        return new DatabaseClock.Look(database, seconds(asked), seconds(asked + 1));
    }

    private static long seconds(int seconds) {
        return Duration.ofSeconds(seconds).toNanos();
    }
}
