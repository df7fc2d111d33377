package io.hawser.bench.volumes;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonParser;
import io.hawser.bench.cost.Cost;
import io.hawser.bench.report.Figures;
import io.hawser.bench.report.Latencies;
import io.hawser.bench.report.Phase;
import io.hawser.bench.report.Rates;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class VolumesFiguresTest {
    private static final Cost COST = new Cost(
            Map.of("broker", 0.5004), Map.of("agent", 0.001), Map.of("decisions", 4.0), Map.of("decisions", 1.256));

    private final Figures figures = new VolumesFigures(
                    new VolumesOptions(500, Duration.ofMillis(10), 100, 3, Duration.ofMinutes(1)),
                    List.of(new Round.Times(
                            all(2_000, 5_000, 1_000, 2_500, 4_000, 3_000),
                            calling(2_400),
                            calling(4_000),
                            Phase.ALL.stream().collect(Collectors.toMap(Function.identity(), phase -> COST)))))
            .with(
                    Rates.of(500, calling(5_000)),
                    List.of(1.234),
                    new VolumesFigures.Paced(
                            new Latencies(Duration.ofNanos(25_040_000), Duration.ofNanos(71_960_000)), COST),
                    12);

    @Test
    void theJsonReportIsTheAgreedLine() {
        // When
        String line = figures.json();

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

    /** Of the baselines' 200 volumes in a round, or of 500 cold ones. */
    private static Map<Phase, Duration> calling(long each) {
        return Phase.CALLING.stream().collect(Collectors.toMap(Function.identity(), phase -> Duration.ofMillis(each)));
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
