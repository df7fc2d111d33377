package io.hawser.ledger.call.work;

import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.ledger.call.CallToken;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class CallDeadlineTest {
    private Instant wall = Instant.parse("2026-01-01T00:00:00Z");
    /** A monotonic clock begins anywhere. */
    private static final long START = Duration.ofDays(3).toNanos();

    private long nanos = START;

    private final Clock clock = ((InstantSource) () -> wall).withZone(ZoneOffset.UTC);

    private final CallDeadline deadline =
            CallDeadline.start(Duration.ofSeconds(10), Duration.ofSeconds(1), clock, () -> nanos);

    @Test
    void leavesWhatTheTransactionDidNotTake() {
        nanos += Duration.ofSeconds(3).toNanos();
        assertThat(deadline.left()).contains(Duration.ofSeconds(7));
    }

    @Test
    void countsTheTimeThatAMachineSlept() {
        wall = wall.plusSeconds(60);
        assertThat(deadline.left()).isEmpty();
    }

    @Test
    void neverGrowsWhenTheWallClockIsSetBack() {
        wall = wall.minusSeconds(60);
        assertThat(deadline.left()).contains(Duration.ofSeconds(10));
    }

    @Test
    void theTokenOutlivesTheCallByTheMargin() {
        CallToken token = CallToken.of("t", wall, deadline.rpc(), deadline.margin());
        assertThat(token.expired(wall.plusSeconds(10))).isFalse();
        assertThat(token.expired(wall.plusSeconds(11))).isTrue();
    }

    @Test
    @DisplayName("A call that would have less than 50 ms is not sent, by whichever clock")
    void tooLittleIsNothing() {
        nanos += Duration.ofMillis(9_950).toNanos();
        assertThat(deadline.left()).contains(Duration.ofMillis(50));
        nanos += 1;
        assertThat(deadline.left()).isEmpty();
        nanos = START;
        wall = wall.plusMillis(9_950);
        assertThat(deadline.left()).contains(Duration.ofMillis(50));
        wall = wall.plusNanos(1);
        assertThat(deadline.left()).isEmpty();
    }

    @Test
    @DisplayName("The further of the two clocks counts")
    void theFurtherClockCounts() {
        nanos += Duration.ofSeconds(2).toNanos();
        wall = wall.plusSeconds(5);
        assertThat(deadline.left()).contains(Duration.ofSeconds(5));
        nanos += Duration.ofSeconds(4).toNanos();
        assertThat(deadline.left()).contains(Duration.ofSeconds(4));
    }
}
