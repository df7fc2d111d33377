package io.hawser.node.mount;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class VolumeStatsTest {
    private static final long INTERVAL = 300;
    private static final long NOW = 1_800_000_123;

    @Test
    @DisplayName("Each volume has one turn in an interval, whatever its phase and however the seconds are cut")
    void eachHasOneTurn() {
        for (int phase : new int[] {0, 1, 299, 300, 12345, -1, Integer.MIN_VALUE, Integer.MAX_VALUE}) {
            assertThat(LongStream.range(NOW, NOW + INTERVAL)
                            .filter(second -> VolumeStats.turnCame(phase, second, second + 1, INTERVAL))
                            .count())
                    .as("phase %d, by the second", phase)
                    .isEqualTo(1);
            assertThat(VolumeStats.turnCame(phase, NOW, NOW + INTERVAL, INTERVAL))
                    .isTrue();
            assertThat(VolumeStats.turnCame(phase, NOW, NOW, INTERVAL)).isFalse();
        }
    }

    @Test
    @DisplayName("A thousand volumes do not have their turns in one second")
    void turnsAreSpread() {
        long most = LongStream.range(NOW, NOW + INTERVAL)
                .map(second -> IntStream.range(0, 1000)
                        .filter(i -> VolumeStats.turnCame(("volume-" + i).hashCode(), second, second + 1, INTERVAL))
                        .count())
                .max()
                .orElseThrow();

        assertThat(most).isLessThan(20);
    }

    @Test
    @DisplayName("A clock that was set back brings no turn")
    void noTurnBackwards() {
        assertThat(VolumeStats.turnCame(0, NOW, NOW - 10 * INTERVAL, INTERVAL)).isFalse();
    }
}
