package io.hawser.bench.supervise;

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
        within("--plugins", plugins, 1, 10_000);
        within("--interval", interval.toSeconds(), 1, 3_600);
        within("--intervals", intervals, 1, 10_000);
        within("--timeout", atMost.toSeconds(), 1, 86_400);
    }

    private static void within(String option, long value, long least, long most) {
        if (value < least || value > most) {
            throw new IllegalArgumentException(
                    "%s must be from %d to %d, not %d".formatted(option, least, most, value));
        }
    }
}
