package io.hawser.bench.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class DelaysTest {
    private static final double INFINITE = Double.POSITIVE_INFINITY;

    @Test
    @DisplayName("The buckets of one metric and kind are read, whatever order their labels have")
    void parses() {
        // Given
        String metrics = """
                # TYPE hawser_due_delay_seconds histogram
                hawser_due_delay_seconds_bucket{kind="instance",le="0.01"} 4.0
                hawser_due_delay_seconds_bucket{le="0.1",kind="instance"} 1.2E3
                hawser_due_delay_seconds_bucket{kind="instance",le="+Inf"} 1201
                hawser_due_delay_seconds_bucket{kind="silence",le="+Inf"} 7
                hawser_due_look_seconds_bucket{kind="instance",le="0.1"} 3.0
                hawser_due_delay_seconds_count{kind="instance"} 1201
                """;
        // When
        Delays delays = Delays.parse(metrics, "hawser_due_delay", "kind=\"instance\"");
        // Then
        assertThat(delays.upTo()).isEqualTo(Map.of(0.01, 4L, 0.1, 1_200L, INFINITE, 1_201L));
        assertThat(delays.count()).isEqualTo(1_201);
    }

    @Test
    @DisplayName("Without a label, the buckets of all kinds count together")
    void allKinds() {
        // Given
        String metrics = """
                hawser_due_look_seconds_bucket{kind="volume",le="2.5E-4"} 4
                hawser_due_look_seconds_bucket{kind="task",le="2.5E-4"} 3
                hawser_due_look_seconds_bucket{kind="task",le="+Inf"} 9
                """;
        // Then
        assertThat(Delays.parse(metrics, "hawser_due_look", "").upTo()).isEqualTo(Map.of(0.00025, 7L, INFINITE, 9L));
    }

    @Test
    @DisplayName("A percentile lies evenly within its bucket, and what came before does not count")
    void percentiles() {
        // Given
        Delays earlier = new Delays(Map.of(0.1, 50L, 0.2, 50L, INFINITE, 50L));
        Delays now = new Delays(Map.of(0.1, 100L, 0.2, 150L, INFINITE, 150L));
        // When
        Delays between = now.since(earlier);
        // Then
        assertThat(between.count()).isEqualTo(100);
        assertThat(between.percentile(50)).isEqualTo(Duration.ofMillis(100));
        assertThat(between.percentile(99)).isEqualTo(Duration.ofMillis(198));
    }

    @Test
    @DisplayName("A percentile above the last finite bound is at least that bound")
    void tooLate() {
        // When
        Delays delays = new Delays(Map.of(0.1, 1L, INFINITE, 10L));
        // Then
        assertThat(delays.percentile(99)).isEqualTo(Duration.ofMillis(100));
    }

    @Test
    @DisplayName("Without delays there is no percentile")
    void nothing() {
        // Then
        assertThatThrownBy(() -> new Delays(Map.of()).percentile(50))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("there are no delays");
    }
}
