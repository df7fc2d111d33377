package io.hawser.bench.supervise;

import io.hawser.bench.volumes.VolumesOptions;
import java.time.Duration;

/**
 * What to measure.
 *
 * @param plugins how many, each with one healthy instance
 * @param interval how often each is asked, whole seconds
 * @param intervals for how many of them
 * @param atMost until all plugins are known
 */
public record SuperviseOptions(int plugins, Duration interval, int intervals, Duration atMost) {
    public SuperviseOptions {
        VolumesOptions.within("--plugins", plugins, 1, 10_000);
        VolumesOptions.within("--interval", interval.toSeconds(), 1, 3_600);
        VolumesOptions.within("--intervals", intervals, 1, 10_000);
        VolumesOptions.within("--timeout", atMost.toSeconds(), 1, 86_400);
    }
}
