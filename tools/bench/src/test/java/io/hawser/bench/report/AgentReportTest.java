package io.hawser.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class AgentReportTest {
    private final AgentReport report = new AgentReport(
            1000,
            120.04,
            41,
            Duration.ofMillis(1432),
            312.26,
            new Latencies(Duration.ofNanos(7_125_000), Duration.ofMillis(20)),
            6,
            new Latencies(Duration.ofNanos(1_000_000), Duration.ofMillis(9)));

    @Test
    @DisplayName("The line of JSON has the agreed keys")
    void json() {
        assertThat(report.json())
                .isEqualTo("{\"scenario\":\"agent\",\"mounted\":1000,\"residentMiB\":120.0,\"threads\":41,"
                        + "\"readyMs\":1432,\"mountsPerSecond\":312.3,\"overPluginMs\":{\"p50\":7.13,\"p99\":20.00},"
                        + "\"fsyncsPerMount\":6.0,\"fsyncMs\":{\"p50\":1.00,\"p99\":9.00}}");
    }
}
