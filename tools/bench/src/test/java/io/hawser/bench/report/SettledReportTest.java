package io.hawser.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class SettledReportTest {
    private final SettledReport report = new SettledReport(
            1_000_000,
            rates(1_000),
            rates(870),
            new Latencies(Duration.ofNanos(412_345), Duration.ofNanos(3_210_000)),
            Duration.ofMillis(6_543),
            301.26,
            310);

    private static Rates rates(double each) {
        return new Rates(
                Phase.ALL.stream().collect(Collectors.<Phase, Phase, Double>toMap(Function.identity(), phase -> each)));
    }

    @Test
    @DisplayName("The line of JSON has the agreed keys")
    void json() {
        assertThat(report.json())
                .isEqualTo("{\"scenario\":\"settled\",\"volumes\":1000000,"
                        + "\"ratioToEmpty\":{\"create\":0.87,\"publish\":0.87,\"unpublish\":0.87,\"delete\":0.87},"
                        + "\"lookMs\":{\"p50\":0.41,\"p99\":3.21},\"readyAfterRestartMs\":6543,"
                        + "\"residentMiB\":{\"empty\":301.3,\"settled\":310.0},\"callsForSettled\":0}");
    }
}
