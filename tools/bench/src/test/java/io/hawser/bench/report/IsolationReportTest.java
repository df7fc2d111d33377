package io.hawser.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class IsolationReportTest {
    private final IsolationReport report = new IsolationReport(100, 100, 3, 400, 410.26, 600, 1_000);

    @Test
    void theLineHasTheAgreedKeys() {
        // Then
        assertThat(report.json())
                .isEqualTo("{\"scenario\":\"isolation\",\"count\":100,\"pluginLatencyMs\":100,\"rounds\":3,"
                        + "\"healthyAloneMs\":400.0,\"besideHungMs\":410.3,\"besideFailingMs\":600.0,"
                        + "\"besideDetachStormMs\":1000.0}");
    }
}
