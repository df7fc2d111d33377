package io.hawser.bus.pace;

import java.time.Duration;

/**
 * Pause after the n-th attempt: doubles from {@code floor} up to {@code ceiling}, with jitter between half and the
 * whole, but never below the floor.
 */
public record Backoff(Duration floor, Duration ceiling) {
    private static final int MOST_DOUBLINGS = 40;

    public Backoff {
        if (floor.isNegative() || floor.isZero() || floor.compareTo(ceiling) > 0) {
            throw new IllegalArgumentException("backoff.floor must be above zero and not above backoff.ceiling");
        }
    }

    /**
     * @param attempt 1 after the first failure; any number is valid
     * @param jitter in [0, 1)
     */
    public Duration delay(int attempt, double jitter) {
        int doublings = Math.clamp((long) attempt - 1, 0, MOST_DOUBLINGS);
        double grown = floor.toNanos() * Math.pow(2, doublings);
        double capped = Math.min(grown, ceiling.toNanos());
        long jittered = (long) (capped * (0.5 + 0.5 * jitter));
        return Duration.ofNanos(Math.clamp(jittered, floor.toNanos(), ceiling.toNanos()));
    }
}
