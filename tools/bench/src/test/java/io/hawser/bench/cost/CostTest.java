package io.hawser.bench.cost;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import io.hawser.bench.cost.StatementCounts.Executed;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CostTest {
    private static final StatementCounts NONE = StatementCounts.of(List.of());

    @Test
    void whatWasSpentIsDividedByTheOperations() {
        // Given
        Spent before = new Spent(
                new CpuTimes(Map.of("volume-service", Duration.ofMillis(70), "agent", Duration.ofMillis(10))),
                StatementCounts.of(List.of(new Executed("COMMIT", 7), new Executed("select 1", 3))));
        Spent after = new Spent(
                new CpuTimes(Map.of(
                        "volume-service", Duration.ofMillis(170),
                        "agent", Duration.ofMillis(10),
                        "plugin-registry", Duration.ofMillis(20))),
                StatementCounts.of(List.of(
                        new Executed("BEGIN", 12),
                        new Executed("COMMIT", 12),
                        new Executed("ROLLBACK TO SAVEPOINT s", 4),
                        new Executed("select 1", 23),
                        new Executed("select id from ledger_outbox", 2),
                        new Executed("select key from ledger_due where due <= $1", 4))));

        // When
        Cost cost = Cost.of(10, after.since(before));

        // Then
        assertThat(cost.cpuMs())
                .containsExactly(
                        entry("volume-service", 10.0),
                        entry("database", 0.0),
                        entry("broker", 0.0),
                        entry("plugin", 0.0),
                        entry("client", 0.0));
        assertThat(cost.otherCpuMs()).containsExactly(entry("plugin-registry", 2.0));
        assertThat(cost.statements()).containsExactly(entry("decisions", 2.0), entry("relay", 0.2), entry("due", 0.4));
        assertThat(cost.transactions())
                .containsExactly(entry("decisions", 0.5), entry("relay", 0.2), entry("due", 0.4));
    }

    @Test
    void ofSeveralRoundsEachFigureHasItsMedian() {
        // When
        Cost median = Cost.median(List.of(broker(3, "agent"), broker(1, "agent"), broker(2, "plugin-registry")));

        // Then
        assertThat(median.cpuMs()).containsEntry("broker", 2.0);
        assertThat(median.otherCpuMs()).containsExactly(entry("agent", 1.0), entry("plugin-registry", 0.0));
    }

    private static Cost broker(int millis, String other) {
        return Cost.of(
                1,
                new Spent(
                        new CpuTimes(Map.of("broker", Duration.ofMillis(millis), other, Duration.ofMillis(1))), NONE));
    }
}
