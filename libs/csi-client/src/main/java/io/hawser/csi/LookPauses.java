package io.hawser.csi;

import java.time.Duration;

/**
 * How long to wait until the next look at a plugin. Looks begin within one interval of each other, however long they
 * take: so a plugin that fails is found within one interval, and one that hangs within one interval and the time that
 * its look waits for answers. Jitter only shortens a pause; plugins that were found at the same time are not looked at
 * together for ever.
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
     * After something that took no time.
     *
     * @param failures how many looks in a row found the plugin unhealthy; 0: the last one found it healthy
     * @param random from 0, inclusive, to 1
     */
    public Duration after(int failures, double random) {
        return after(failures, Duration.ZERO, random);
    }

    /** @param took how long the last look took: that is part of the pause, but a plugin that hangs gets a rest */
    public Duration after(int failures, Duration took, double random) {
        double longest = every.toNanos();
        double quick = Math.min(longest, retryAfter.toNanos());
        double pause = failures == 0
                ? longest
                : Math.min(longest, retryAfter.toNanos() * Math.pow(2, Math.max(0, failures - QUICK)));
        double left = Math.max(quick, pause - took.toNanos());
        return Duration.ofNanos(Math.max(1, (long) (left * (1 - JITTER * random))));
    }
}
