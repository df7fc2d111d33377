package io.hawser.bench.supervise;

import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.bench.machine.Delays;
import io.hawser.bench.machine.Supervision.Look;
import io.hawser.bench.report.Figures;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class SuperviseBenchTest {
    @Test
    @DisplayName("Delays and statements are those since the start; the statements are divided by the probes since then")
    void figures() {
        // Given
        Look start = new Look(delays(0, 100), 1_000, 200, 50);
        Look end = new Look(delays(200, 300), 1_350, 201.25, 52);

        // When
        Figures figures = SuperviseBench.figures(500, start, end);

        // Then
        assertThat(figures.json())
                .isEqualTo("{\"scenario\":\"supervise\",\"plugins\":500,\"probeDelayMs\":{\"p50\":50.0,\"p99\":99.0},"
                        + "\"residentMiB\":{\"start\":200.0,\"end\":201.3},\"threads\":52,"
                        + "\"statementsPerProbe\":1.75}");
    }

    /** @param quick probes within 0.1 s */
    private static Delays delays(long quick, long all) {
        return new Delays(Map.of(0.1, quick, Double.POSITIVE_INFINITY, all));
    }
}
