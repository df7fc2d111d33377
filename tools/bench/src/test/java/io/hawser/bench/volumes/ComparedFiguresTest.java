package io.hawser.bench.volumes;

import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.bench.report.Figures;
import io.hawser.bench.report.Latencies;
import io.hawser.bench.report.Phase;
import io.hawser.bench.report.Rates;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class ComparedFiguresTest {
    @Test
    @DisplayName("The rates with two replicas are divided by those with one; each figure is its rounds' median")
    void replicas() {
        // Given
        VolumesOptions options = new VolumesOptions(1_000, Duration.ofMillis(100), 20, 3, Duration.ofMinutes(1));
        List<ReplicasBench.Round> one = List.of(round(190, 10), round(950, 30), round(100, 1));
        List<ReplicasBench.Round> two = List.of(round(9, 2), round(380, 10.05), round(999, 40));

        // When
        Figures figures = ReplicasBench.figures(options, one, two);

        // Then
        assertThat(figures.json())
                .isEqualTo("{\"scenario\":\"replicas\",\"count\":1000,\"pluginLatencyMs\":100,\"calls\":20,"
                        + "\"rounds\":3,\"onePerSecond\":" + each("190.0") + ",\"twoPerSecond\":" + each("380.0")
                        + ",\"ratio\":" + each("2.00")
                        + ",\"decisionsPerVolume\":{\"one\":10.00,\"two\":10.05}}");
    }

    @Test
    @DisplayName("The rates beside settled volumes are divided by those with empty tables")
    void settled() {
        // Given
        SettledRun.Half empty = new SettledRun.Half(rates(1_000), 301.26);
        SettledRun.Half settled = new SettledRun.Half(rates(870), 310);
        Latencies look = new Latencies(Duration.ofNanos(412_345), Duration.ofNanos(3_210_000));

        // When
        Figures figures = SettledRun.figures(1_000_000, empty, settled, look, Duration.ofMillis(6_543));

        // Then
        assertThat(figures.json())
                .isEqualTo("{\"scenario\":\"settled\",\"volumes\":1000000,\"ratioToEmpty\":" + each("0.87")
                        + ",\"lookMs\":{\"p50\":0.41,\"p99\":3.21},\"readyAfterRestartMs\":6543,"
                        + "\"residentMiB\":{\"empty\":301.3,\"settled\":310.0}}");
    }

    private static ReplicasBench.Round round(double rate, double decisions) {
        return new ReplicasBench.Round(rates(rate), decisions);
    }

    private static Rates rates(double each) {
        return new Rates(
                Phase.ALL.stream().collect(Collectors.<Phase, Phase, Double>toMap(Function.identity(), phase -> each)));
    }

    private static String each(String figure) {
        return "{\"create\":%1$s,\"publish\":%1$s,\"unpublish\":%1$s,\"delete\":%1$s}".formatted(figure);
    }
}
