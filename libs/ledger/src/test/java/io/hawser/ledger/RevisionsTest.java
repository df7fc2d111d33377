package io.hawser.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class RevisionsTest {
    private static final Instant NOW = Instant.EPOCH.plusSeconds(1);

    @Test
    @DisplayName("A revision is the clock in microseconds, so that what is created again comes after what it was")
    void theClock() {
        assertThat(Revisions.next(0, NOW)).isEqualTo(1_000_000);
        assertThat(Revisions.next(999_998, NOW)).isEqualTo(1_000_000);
    }

    @Test
    @DisplayName("It grows all the same where the clock stands still or is set back")
    void itAlwaysGrows() {
        assertThat(Revisions.next(1_000_000, NOW)).isEqualTo(1_000_001);
        assertThat(Revisions.next(5_000_000, NOW)).isEqualTo(5_000_001);
    }
}
