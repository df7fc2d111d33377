package io.hawser.bus.pace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Tag;
import net.jqwik.api.constraints.DoubleRange;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class BackoffPropertyTest {
    private final Backoff backoff = new Backoff(Duration.ofMillis(200), Duration.ofMinutes(5));

    @Property
    @Tag("swarmkit-X-4")
    void neverLeavesItsBoundsAtAnyAttemptNumber(
            @ForAll int attempt, @ForAll @DoubleRange(min = 0, max = 1, maxIncluded = false) double jitter) {
        assertThat(backoff.delay(attempt, jitter)).isBetween(backoff.floor(), backoff.ceiling());
    }

    @Test
    void doublesFromTheFloor() {
        assertThat(backoff.delay(3, 1)).isEqualTo(Duration.ofMillis(800));
    }

    @Test
    @DisplayName("Of what it has grown to, half is certain and half is drawn")
    void drawsHalf() {
        assertThat(backoff.delay(3, 0)).isEqualTo(Duration.ofMillis(400));
        assertThat(backoff.delay(3, 0.5)).isEqualTo(Duration.ofMillis(600));
    }

    @Test
    void refusesAFloorAboveItsCeiling() {
        assertThatThrownBy(() -> new Backoff(Duration.ofSeconds(2), Duration.ofSeconds(1)))
                .hasMessageContaining("backoff.floor");
    }
}
