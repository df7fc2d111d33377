package io.hawser.bench.volumes;

import java.time.Duration;

/**
 * What to measure.
 *
 * @param count Hawser's volumes in each round
 * @param pluginLatency how long the plugin takes for each call, whole milliseconds
 * @param calls of one kind that a volume-service makes at the same time
 * @param rounds whose median counts
 * @param atMost for each phase
 */
public record VolumesOptions(int count, Duration pluginLatency, int calls, int rounds, Duration atMost) {
    private static final int BASELINE_AT_MOST = 1_000;
    private static final int SLOW_BASELINE_AT_MOST = 200;
    private static final Duration BASELINE_WAITS_AT_MOST = Duration.ofSeconds(10);
    private static final int COLD_AT_MOST = 500;
    private static final int JUDGED_AT_MOST = 500;
    private static final int BASELINE_WARM_UP = 20;

    public VolumesOptions {
        within("--count", count, 1, 100_000);
        within("--plugin-latency", pluginLatency.toMillis(), 0, 5_000);
        within("--calls", calls, 1, 10_000);
        within("--rounds", rounds, 1, 99);
        within("--phase-timeout", atMost.toSeconds(), 1, 86_400);
    }

    /** @throws IllegalArgumentException naming the option and its range */
    public static void within(String option, long value, long least, long most) {
        if (value < least || value > most) {
            throw new IllegalArgumentException(
                    "%s must be from %d to %d, not %d".formatted(option, least, most, value));
        }
    }

    /**
     * The baselines' volumes in each round. With a slow plugin they would take hours for as many as Hawser's; and the
     * slower it is, the fewer volumes show the rate.
     */
    int baselineCount() {
        if (pluginLatency.isZero()) {
            return Math.min(count, BASELINE_AT_MOST);
        }
        long inTime = Math.max(1, BASELINE_WAITS_AT_MOST.dividedBy(pluginLatency));
        return (int) Math.min(Math.min(count, SLOW_BASELINE_AT_MOST), inTime);
    }

    /** Hawser's volumes of the first run after the start. */
    int coldCount() {
        return Math.min(count, COLD_AT_MOST);
    }

    /** The volumes of the run that is judged. */
    int judgedCount() {
        return Math.min(count, JUDGED_AT_MOST);
    }

    /** The baselines' volumes before the first round. */
    int baselineWarmUp() {
        return Math.min(baselineCount(), pluginLatency.isZero() ? COLD_AT_MOST : BASELINE_WARM_UP);
    }
}
