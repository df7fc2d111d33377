package io.hawser.bench.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.gson.JsonParser;
import io.hawser.bench.cost.Cost;
import io.hawser.bench.report.VolumesReport.Cold;
import io.hawser.bench.report.VolumesReport.Judged;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class VolumesReportTest {
    private static final Cost COST = new Cost(
            Map.of("broker", 0.5004), Map.of("agent", 0.001), Map.of("decisions", 4.0), Map.of("decisions", 1.256));

    private final VolumesReport report = new VolumesReport(
            500,
            200,
            10,
            100,
            3,
            Rates.of(500, all(2_000, 5_000, 1_000, 2_500, 4_000, 3_000)),
            Rates.of(500, calling(6_000, 6_000, 6_000, 6_000)),
            Rates.of(500, calling(10_000, 10_000, 10_000, 10_000)),
            new Cold(100, Rates.of(500, calling(5_000, 5_000, 5_000, 5_000))),
            1.234,
            Phase.ALL.stream().collect(Collectors.toMap(Function.identity(), phase -> COST)),
            new VolumesReport.Paced(new Latencies(Duration.ofNanos(25_040_000), Duration.ofNanos(71_960_000)), COST),
            new Judged(100, 12));

    @Test
    void theJsonReportIsTheAgreedLine() {
        // When
        String line = report.figures().json();

        // Then
        assertThat(line)
                .doesNotContain("\n")
                .startsWith("{\"scenario\":\"volumes\",\"count\":500,\"pluginLatencyMs\":10,\"calls\":100,"
                        + "\"rounds\":3,"
                        + "\"perSecond\":{\"create\":250.0,\"publish\":100.0,\"unpublish\":125.0,\"delete\":166.7},"
                        + "\"mountedPerSecond\":500.0,\"taskEndToReleasedPerSecond\":200.0,"
                        + "\"oneWorkerPerSecond\":{\"create\":83.3,\"publish\":83.3,"
                        + "\"unpublish\":83.3,\"delete\":83.3},"
                        + "\"durableWorkerPerSecond\":{\"create\":50.0,\"publish\":50.0,"
                        + "\"unpublish\":50.0,\"delete\":50.0},"
                        + "\"ratio\":{\"create\":3.00,\"publish\":1.20,\"unpublish\":1.50,\"delete\":2.00},"
                        + "\"ratioToDurable\":{\"create\":5.00,\"publish\":2.00,\"unpublish\":2.50,\"delete\":3.33},"
                        + "\"commitMs\":1.23,"
                        + "\"commandToCallMs\":{\"p50\":25.0,\"p99\":72.0},"
                        + "\"cpuMsPerOperation\":{\"create\":{\"broker\":0.500,\"others\":{\"agent\":0.001}},");
        assertThat(JsonParser.parseString(line)
                        .getAsJsonObject()
                        .get("transactionsPerOperation")
                        .toString())
                .contains("\"released\":{\"decisions\":1.26}", "\"paced\":{\"decisions\":1.26}");
    }

    @Test
    void ratesWithoutOneOfTheCallingPhasesAreNone() {
        // Then
        assertThatThrownBy(() -> Rates.of(5, Map.of(Phase.CREATE, Duration.ofSeconds(1))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("publish");
    }

    @Test
    void aPhaseThatTookNoTimeHasNoRate() {
        // Then
        assertThatThrownBy(() -> Rates.of(5, calling(0, 1, 1, 1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("create");
    }

    @Test
    void ofSeveralRoundsEachPhaseHasItsMedian() {
        // Given
        Rates slowCreate = Rates.of(100, calling(4_000, 1_000, 1_000, 1_000));
        Rates slowDelete = Rates.of(100, calling(1_000, 1_000, 1_000, 4_000));
        Rates even = Rates.of(100, calling(2_000, 2_000, 2_000, 2_000));

        // When
        Rates median = Rates.median(List.of(slowCreate, slowDelete, even));

        // Then
        assertThat(median).isEqualTo(Rates.of(100, calling(2_000, 1_000, 1_000, 2_000)));
    }

    private static Map<Phase, Duration> calling(long create, long publish, long unpublish, long delete) {
        return Map.of(
                Phase.CREATE, Duration.ofMillis(create),
                Phase.PUBLISH, Duration.ofMillis(publish),
                Phase.UNPUBLISH, Duration.ofMillis(unpublish),
                Phase.DELETE, Duration.ofMillis(delete));
    }

    private static Map<Phase, Duration> all(
            long create, long publish, long mounted, long released, long unpublish, long delete) {
        return Map.of(
                Phase.CREATE, Duration.ofMillis(create),
                Phase.PUBLISH, Duration.ofMillis(publish),
                Phase.MOUNTED, Duration.ofMillis(mounted),
                Phase.RELEASED, Duration.ofMillis(released),
                Phase.UNPUBLISH, Duration.ofMillis(unpublish),
                Phase.DELETE, Duration.ofMillis(delete));
    }
}
