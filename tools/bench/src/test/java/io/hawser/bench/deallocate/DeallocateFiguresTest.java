package io.hawser.bench.deallocate;

import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.bench.report.Figures;
import io.hawser.bench.report.Latencies;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class DeallocateFiguresTest {
    private final Figures figures = DeallocateBench.figures(List.of(
            run(1_000, Duration.ofMillis(500), Duration.ofMillis(420)),
            run(10_000, Duration.ofSeconds(4), Duration.ofMillis(3_300))));

    private static Figures run(int tasks, Duration took, Duration cpu) {
        return DeallocateRun.figures(
                tasks,
                took,
                new Latencies(Duration.ofNanos(120_260_000), Duration.ofMillis(450)),
                Map.of("deallocator-service", cpu, "client", Duration.ofSeconds(9)));
    }

    @Test
    @DisplayName("The line of JSON has the agreed keys, and what each task costs the three processes that work for it")
    void json() {
        // Then
        assertThat(figures.json())
                .isEqualTo("{\"scenario\":\"deallocate\",\"runs\":["
                        + "{\"tasks\":1000,\"recordsPerSecond\":2000.0,"
                        + "\"lastTaskToRecordMs\":{\"p50\":120.3,\"p99\":450.0},"
                        + "\"cpuMsPerTask\":{\"deallocator-service\":0.420,\"database\":0.000,\"broker\":0.000}},"
                        + "{\"tasks\":10000,\"recordsPerSecond\":2500.0,"
                        + "\"lastTaskToRecordMs\":{\"p50\":120.3,\"p99\":450.0},"
                        + "\"cpuMsPerTask\":{\"deallocator-service\":0.330,\"database\":0.000,\"broker\":0.000}}]}");
    }
}
