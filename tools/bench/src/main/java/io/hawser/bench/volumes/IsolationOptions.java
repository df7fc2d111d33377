package io.hawser.bench.volumes;

import java.time.Duration;

/**
 * What to measure.
 *
 * @param healthy volumes whose time is taken
 * @param pluginLatency how long the healthy volumes' plugin takes for each call, whole milliseconds
 * @param besides how many disturb them
 * @param rounds whose median counts
 * @param atMost for each phase
 */
public record IsolationOptions(int healthy, Duration pluginLatency, Besides besides, int rounds, Duration atMost) {
    /**
     * Who disturbs the healthy volumes.
     *
     * @param hung volumes of another plugin whose calls are never answered
     * @param failing volumes of another plugin whose calls fail immediately
     * @param detaches volumes of the same plugin that are detached at the same time
     */
    public record Besides(int hung, int failing, int detaches) {}

    public IsolationOptions {
        VolumesOptions.within("--count", healthy, 1, 100_000);
        VolumesOptions.within("--plugin-latency", pluginLatency.toMillis(), 0, 5_000);
        VolumesOptions.within("--hung", besides.hung(), 1, 100_000);
        VolumesOptions.within("--failing", besides.failing(), 1, 100_000);
        VolumesOptions.within("--detaches", besides.detaches(), 1, 100_000);
        VolumesOptions.within("--rounds", rounds, 1, 99);
        VolumesOptions.within("--phase-timeout", atMost.toSeconds(), 1, 86_400);
    }
}
