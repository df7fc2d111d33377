package io.hawser.run;

import java.time.Duration;

/**
 * How long to wait for what.
 *
 * @param firstAnswer how long a started plugin may take until it answers well for the first time
 * @param every between two looks at a healthy plugin
 * @param firstPause before the first new start; each further one in a row doubles it
 * @param longestPause between two starts
 * @param steady so long must a plugin be healthy for its end to be the first in a row again
 */
record Timing(Duration firstAnswer, Duration every, Duration firstPause, Duration longestPause, Duration steady) {
    private static final int MOST_DOUBLINGS = 30;

    static Timing of(Duration firstAnswer, Duration every) {
        return new Timing(firstAnswer, every, Duration.ofSeconds(1), Duration.ofMinutes(1), Duration.ofMinutes(1));
    }

    Timing {
        positive("--health-timeout", firstAnswer);
        positive("--interval", every);
    }

    private static void positive(String option, Duration value) {
        if (!value.isPositive()) {
            throw new IllegalArgumentException(option + " must be above zero");
        }
    }

    /**
     * The pause before the next start.
     *
     * @param failures in a row, at least 1
     */
    Duration pause(int failures) {
        Duration grown = firstPause.multipliedBy(1L << Math.min(failures - 1, MOST_DOUBLINGS));
        return grown.compareTo(longestPause) < 0 ? grown : longestPause;
    }
}
