package io.hawser.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class FiguresTest {
    @Test
    @DisplayName("Figures are one line of JSON in the order in which they were added, rounded, times in milliseconds")
    void json() {
        // Given
        Rates rates = new Rates(
                Phase.ALL.stream().collect(Collectors.<Phase, Phase, Double>toMap(Function.identity(), phase -> 1.25)));
        Latencies latencies = new Latencies(Duration.ofNanos(7_125_000), Duration.ofMillis(20));

        // When
        Figures figures = Figures.of("settled")
                .with("volumes", 1_000_000)
                .with("half", 1.25, 1)
                .with("whole", 6.0, 2)
                .with("lookMs", latencies, 2)
                .with("ratio", rates, 1)
                .with("residentMiB", new Figures().with("empty", 301.26, 1))
                .with("runs", List.of(new Figures().with("tasks", 1), new Figures().with("tasks", 2)));

        // Then
        assertThat(figures.json())
                .isEqualTo("{\"scenario\":\"settled\",\"volumes\":1000000,\"half\":1.3,\"whole\":6.00,"
                        + "\"lookMs\":{\"p50\":7.13,\"p99\":20.00},"
                        + "\"ratio\":{\"create\":1.3,\"publish\":1.3,\"unpublish\":1.3,\"delete\":1.3},"
                        + "\"residentMiB\":{\"empty\":301.3},\"runs\":[{\"tasks\":1},{\"tasks\":2}]}");
    }
}
