package io.hawser.bench.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LatenciesTest {

    @Test
    void ofAHundredTimesTheFiftiethAndTheNinetyNinthCount() {
        // Given
        List<Duration> measured = millis(1, 100);
        Collections.shuffle(measured, new java.util.Random(7));

        // When
        Latencies latencies = Latencies.of(measured);

        // Then
        assertThat(latencies).isEqualTo(new Latencies(Duration.ofMillis(50), Duration.ofMillis(99)));
    }

    @Test
    void ofFewTimesTheNinetyNinthPercentileIsTheLongest() {
        // Given
        List<Duration> measured = millis(1, 3);

        // When
        Latencies latencies = Latencies.of(measured);

        // Then
        assertThat(latencies).isEqualTo(new Latencies(Duration.ofMillis(2), Duration.ofMillis(3)));
    }

    @Test
    void oneTimeIsAllPercentiles() {
        // When
        Latencies latencies = Latencies.of(List.of(Duration.ofMillis(4)));

        // Then
        assertThat(latencies).isEqualTo(new Latencies(Duration.ofMillis(4), Duration.ofMillis(4)));
    }

    @Test
    void nothingMeasuredHasNoPercentile() {
        // Then
        assertThatThrownBy(() -> Latencies.of(List.of())).hasMessageContaining("measured");
    }

    private static List<Duration> millis(int from, int to) {
        return IntStream.rangeClosed(from, to)
                .mapToObj(Duration::ofMillis)
                .collect(java.util.stream.Collectors.toCollection(java.util.ArrayList::new));
    }
}
