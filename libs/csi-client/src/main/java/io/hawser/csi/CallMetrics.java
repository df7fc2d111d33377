package io.hawser.csi;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.stream.Stream;

/** The histogram of the CSI sidecars, with its usual name, labels and buckets. */
record CallMetrics(MeterRegistry registry) {
    static final String NAME = "csi_sidecar_operations_seconds";
    static final String UNKNOWN_DRIVER = "unknown-driver";

    private static final Duration[] BUCKETS = Stream.of(
                    100, 250, 500, 1_000, 2_500, 5_000, 10_000, 15_000, 25_000, 50_000, 120_000, 300_000, 600_000)
            .map(Duration::ofMillis)
            .toArray(Duration[]::new);

    void record(String driver, CsiRpc<?, ?> rpc, CsiCode code, Duration took) {
        Timer.builder(NAME)
                .description("Time that CSI calls took, by the plugin's status code")
                .tags("driver_name", driver, "method_name", rpc.fullName(), "grpc_status_code", code.label())
                .serviceLevelObjectives(BUCKETS)
                .register(registry)
                .record(took);
    }
}
