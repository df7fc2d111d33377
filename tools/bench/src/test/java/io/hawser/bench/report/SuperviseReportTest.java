package io.hawser.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.bench.machine.Delays;
import io.hawser.bench.machine.Supervision.Look;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SuperviseReportTest {
    private final SuperviseReport report =
            SuperviseReport.of(500, new Look(delays(0), 1_000, 200, 50), new Look(delays(200), 1_350, 201.25, 52));

    private static Delays delays(long count) {
        return new Delays(Map.of(0.1, count, Double.POSITIVE_INFINITY, count));
    }

    @Test
    void theLineHasTheAgreedKeys() {
        // Then
        assertThat(report.json())
                .isEqualTo("{\"scenario\":\"supervise\",\"plugins\":500,\"probeDelayMs\":{\"p50\":50.0,\"p99\":99.0},"
                        + "\"residentMiB\":{\"start\":200.0,\"end\":201.3},\"threads\":52,"
                        + "\"statementsPerProbe\":1.75}");
    }
}
