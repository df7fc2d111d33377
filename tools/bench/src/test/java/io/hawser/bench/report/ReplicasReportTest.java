package io.hawser.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class ReplicasReportTest {
    private final ReplicasReport report =
            new ReplicasReport(1_000, 100, 20, List.of(round(190, 10)), List.of(round(380, 10.05)));

    private static ReplicasReport.Round round(double rate, double decisions) {
        return new ReplicasReport.Round(
                new Rates(Phase.ALL.stream()
                        .collect(Collectors.<Phase, Phase, Double>toMap(Function.identity(), phase -> rate))),
                decisions);
    }

    @Test
    @DisplayName("The line of JSON has the agreed keys, and compares two replicas with one")
    void json() {
        assertThat(report.json())
                .isEqualTo("{\"scenario\":\"replicas\",\"count\":1000,\"pluginLatencyMs\":100,\"calls\":20,"
                        + "\"rounds\":1,\"onePerSecond\":" + each("190.0") + ",\"twoPerSecond\":" + each("380.0")
                        + ",\"ratio\":" + each("2.00")
                        + ",\"decisionsPerVolume\":{\"one\":10.00,\"two\":10.05}}");
    }

    private static String each(String figure) {
        return "{\"create\":%1$s,\"publish\":%1$s,\"unpublish\":%1$s,\"delete\":%1$s}".formatted(figure);
    }
}
