package io.hawser.bench.volumes;

import java.time.Duration;

/**
 * What to measure.
 *
 * @param count volumes in each round
 * @param pluginLatency how long the plugin takes for each call, whole milliseconds
 * @param calls of one kind that a replica makes at the same time
 * @param rounds whose median counts
 * @param atMost for each phase
 */
public record ReplicasOptions(int count, Duration pluginLatency, int calls, int rounds, Duration atMost) {
    private static final int WARM_UP_AT_MOST = 300;

    public ReplicasOptions {
        VolumesOptions.within("--count", count, 1, 100_000);
        VolumesOptions.within("--plugin-latency", pluginLatency.toMillis(), 0, 5_000);
        VolumesOptions.within("--calls", calls, 1, 10_000);
        VolumesOptions.within("--rounds", rounds, 1, 99);
        VolumesOptions.within("--phase-timeout", atMost.toSeconds(), 1, 86_400);
    }

    /** The volumes after each start of a replica that do not count. */
    int warmUp() {
        return Math.min(count, WARM_UP_AT_MOST);
    }
}
