package io.hawser.ledger.due;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class PaceTest {
    private final Pace pace = new Pace();

    @Test
    @DisplayName(
            "A loop that has just begun looks at every poll until it has looked in vain several times, and then at one in five")
    void becomesIdle() {
        assertThat(looks(Pace.IDLE_AFTER, false)).isEqualTo(Pace.IDLE_AFTER);
        assertThat(looks(4 * Pace.IDLE_POLLS, false)).isEqualTo(4);
    }

    @Test
    @DisplayName("An idle loop that finds something looks at every poll again")
    void findsSomething() {
        // Given
        looks(100, false);

        // When
        pace.looked(true);

        // Then
        assertThat(looks(10, true)).isEqualTo(10);
    }

    @Test
    @DisplayName("An idle loop that is woken looks at every poll again")
    void isWoken() {
        // Given
        looks(100, false);

        // When
        pace.woken();

        // Then
        assertThat(looks(Pace.IDLE_AFTER, false)).isEqualTo(Pace.IDLE_AFTER);
    }

    /** How often it looks in so many polls. */
    private long looks(int polls, boolean found) {
        return IntStream.range(0, polls).filter(poll -> looks(found)).count();
    }

    private boolean looks(boolean found) {
        boolean looks = pace.looksAtThisPoll();
        if (looks) {
            pace.looked(found);
        }
        return looks;
    }
}
