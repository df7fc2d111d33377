package io.hawser.ledger.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class UnsentTest {
    private static final Duration SEEN = Duration.ofHours(1);

    @Test
    @DisplayName("Records that wait for more than 30 s while their relay fails are reported, with the reason")
    void message() {
        // Given
        Unsent unsent = new Unsent(1, 12, Duration.ofSeconds(25), SEEN);
        // Then
        assertThat(unsent.message("the broker is away", SEEN.plusSeconds(5))).isEmpty();
        assertThat(unsent.message("the broker is away", SEEN.plusSeconds(6)))
                .contains("shard 1 has 12 records unsent, the oldest for 31 s: the broker is away");
    }

    @Test
    @DisplayName("Where nothing is unsent nothing gets older")
    void nothing() {
        // Given
        Unsent nothing = new Unsent(0, 0, Duration.ZERO, SEEN);
        // Then
        assertThat(nothing.oldest(SEEN.plusSeconds(100))).isZero();
        assertThat(nothing.message("the broker is away", SEEN.plusSeconds(100))).isEmpty();
    }
}
