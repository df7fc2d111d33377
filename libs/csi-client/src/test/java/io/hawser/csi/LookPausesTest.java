package io.hawser.csi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class LookPausesTest {
    private static final Duration EVERY = Duration.ofSeconds(30);
    private static final Duration RETRY = Duration.ofSeconds(1);
    private final LookPauses pauses = new LookPauses(EVERY, RETRY);

    @Test
    @DisplayName("A healthy plugin is looked at within the interval, and no two plugins need to be in step")
    void aHealthyPlugin() {
        assertThat(pauses.after(0, 0)).isEqualTo(EVERY);
        assertThat(pauses.after(0, 0.999)).isBetween(Duration.ofSeconds(24), Duration.ofMillis(24_100));
    }

    @Test
    @DisplayName("A plugin that starts is found soon; one that stays away is asked ever less often, never less than"
            + " once in an interval")
    void anUnhealthyPlugin() {
        assertThat(pauses.after(1, 0)).isEqualTo(RETRY);
        assertThat(pauses.after(LookPauses.QUICK, 0)).isEqualTo(RETRY);
        assertThat(pauses.after(LookPauses.QUICK + 1, 0)).isEqualTo(Duration.ofSeconds(2));
        for (int failures = 1; failures < 5_000; failures++) {
            assertThat(pauses.after(failures, 0.5)).isBetween(Duration.ofMillis(800), EVERY);
        }
        assertThat(pauses.after(Integer.MAX_VALUE, 0)).isEqualTo(EVERY);
    }

    @Test
    @DisplayName("Looks begin within an interval of each other, however long they take; after one that took longer the"
            + " plugin has a short rest")
    void whatALookTook() {
        Duration look = Duration.ofSeconds(20);
        assertThat(look.plus(pauses.after(0, look, 0))).isEqualTo(EVERY);
        assertThat(look.plus(pauses.after(0, look, 0.999))).isLessThan(EVERY);
        assertThat(look.plus(pauses.after(Integer.MAX_VALUE, look, 0))).isEqualTo(EVERY);
        assertThat(pauses.after(1, look, 0)).isEqualTo(RETRY);
        assertThat(pauses.after(0, Duration.ofSeconds(40), 0)).isEqualTo(RETRY);
    }

    @Test
    @DisplayName("A retry is never later than the interval, and nonsense is refused")
    void theInterval() {
        assertThat(new LookPauses(Duration.ofMillis(100), RETRY).after(1, 0)).isEqualTo(Duration.ofMillis(100));
        assertThatThrownBy(() -> new LookPauses(Duration.ZERO, RETRY)).hasMessageContaining("every");
        assertThatThrownBy(() -> new LookPauses(EVERY, Duration.ZERO)).hasMessageContaining("retryAfter");
    }
}
