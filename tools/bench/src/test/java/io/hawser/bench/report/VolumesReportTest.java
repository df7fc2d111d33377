package io.hawser.bench.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

class VolumesReportTest {
    private final VolumesReport report = new VolumesReport(
            500,
            10,
            Rates.of(500, took(2_000, 5_000, 4_000, 3_000)),
            Rates.of(500, took(6_000, 6_000, 6_000, 6_000)),
            new Latencies(Duration.ofNanos(25_040_000), Duration.ofNanos(71_960_000)));

    @Test
    void theJsonReportIsTheAgreedLine() {
        // When
        String line = report.json();

        // Then
        assertThat(line)
                .isEqualTo("{\"scenario\":\"volumes\",\"count\":500,\"pluginLatencyMs\":10,"
                        + "\"perSecond\":{\"create\":250.0,\"publish\":100.0,\"unpublish\":125.0,\"delete\":166.7},"
                        + "\"oneWorkerPerSecond\":{\"create\":83.3,\"publish\":83.3,"
                        + "\"unpublish\":83.3,\"delete\":83.3},"
                        + "\"ratio\":{\"create\":3.00,\"publish\":1.20,\"unpublish\":1.50,\"delete\":2.00},"
                        + "\"commandToCallMs\":{\"p50\":25.0,\"p99\":72.0}}");
    }

    @Test
    void theTableNamesEveryPhase() {
        // When
        String table = report.table();

        // Then
        assertThat(table).contains("500 volumes, 10 ms");
        assertThat(table.lines().filter(line -> line.startsWith("unpublish")).findFirst())
                .hasValueSatisfying(line ->
                        assertThat(line.trim().split(" +")).containsExactly("unpublish", "125.0", "83.3", "1.50"));
        assertThat(table).endsWith("25.0 ms (p50), 72.0 ms (p99)");
    }

    @Test
    void ratesWithoutOneOfThePhasesAreNone() {
        // Then
        assertThatThrownBy(() -> Rates.of(5, Map.of(Phase.CREATE, Duration.ofSeconds(1))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("publish");
    }

    @Test
    void aPhaseThatTookNoTimeHasNoRate() {
        // Then
        assertThatThrownBy(() -> Rates.of(5, took(0, 1, 1, 1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("create");
    }

    private static Map<Phase, Duration> took(long create, long publish, long unpublish, long delete) {
        return Map.of(
                Phase.CREATE, Duration.ofMillis(create),
                Phase.PUBLISH, Duration.ofMillis(publish),
                Phase.UNPUBLISH, Duration.ofMillis(unpublish),
                Phase.DELETE, Duration.ofMillis(delete));
    }
}
