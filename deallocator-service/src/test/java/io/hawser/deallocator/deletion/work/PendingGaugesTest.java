package io.hawser.deallocator.deletion.work;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class PendingGaugesTest {
    @Test
    @DisplayName("There is no number before the first count, nor after one that fails")
    void noNumber() {
        // Given
        MeterRegistry metrics = new SimpleMeterRegistry();
        AtomicReference<Uni<List<Object[]>>> count = new AtomicReference<>();
        PendingGauges gauges = new PendingGauges(count::get, Duration.ofSeconds(1), null, metrics);
        // Then
        assertThat(values(metrics, "service")).containsOnly(Double.NaN);
        // When
        count.set(Uni.createFrom().item(List.<Object[]>of(new Object[] {"service", 3L, 4.5})));
        gauges.looks.run();
        // Then
        assertThat(values(metrics, "service")).containsExactly(3.0, 4.5);
        assertThat(values(metrics, "volume")).containsExactly(0.0, 0.0);
        // When
        count.set(Uni.createFrom().failure(new IllegalStateException("the database is away")));
        gauges.looks.run();
        // Then
        assertThat(values(metrics, "service")).containsOnly(Double.NaN);
    }

    private static List<Double> values(MeterRegistry metrics, String resource) {
        return List.of(
                metrics.get("hawser_deletions_pending")
                        .tag("resource", resource)
                        .gauge()
                        .value(),
                metrics.get("hawser_deletions_oldest_seconds")
                        .tag("resource", resource)
                        .gauge()
                        .value());
    }
}
