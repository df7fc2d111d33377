package io.hawser.csi;

import java.time.Duration;

/**
 * How long to wait until the next look at a plugin. Jitter only shortens a pause: so a plugin that fails is found
 * within one interval, and plugins that were found at the same time are not looked at together for ever.
 *
 * @param every the interval for a healthy plugin, and the longest pause
 * @param retryAfter the first pauses of an unhealthy one: a plugin that starts, or starts again, is found soon
 */
public record LookPauses(Duration every, Duration retryAfter) {
    /** That many looks may fail before the pauses grow. */
    static final int QUICK = 10;

    private static final double JITTER = 0.2;

    public LookPauses {
        if (!every.isPositive()) {
            throw new IllegalArgumentException("every: must be above zero");
        }
        if (!retryAfter.isPositive()) {
            throw new IllegalArgumentException("retryAfter: must be above zero");
        }
    }

    /**
     * @param failures how many looks in a row found the plugin unhealthy; 0: the last one found it healthy
     * @param random from 0, inclusive, to 1
     */
    public Duration after(int failures, double random) {
        double pause = every.toNanos();
        if (failures > 0) {
            pause = Math.min(pause, retryAfter.toNanos() * Math.pow(2, Math.max(0, failures - QUICK)));
        }
        return Duration.ofNanos(Math.max(1, (long) (pause * (1 - JITTER * random))));
    }
}
