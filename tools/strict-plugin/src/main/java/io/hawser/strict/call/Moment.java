package io.hawser.strict.call;

import java.time.Duration;
import java.time.Instant;

/**
 * A point in time on both clocks.
 *
 * @param wall for people, and for comparison with other processes' records
 * @param nanos monotonic, of this process only; for durations
 */
public record Moment(Instant wall, long nanos) {

    public static Moment now() {
        return new Moment(Instant.now(), System.nanoTime());
    }

    /** The moment that lies this long before this one. */
    public Moment before(Duration distance) {
        return new Moment(wall.minus(distance), nanos - distance.toNanos());
    }

    /** How long after an earlier moment this one is. */
    public Duration since(Moment earlier) {
        return Duration.ofNanos(nanos - earlier.nanos);
    }
}
