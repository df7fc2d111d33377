package io.hawser.ledger.outbox;

import java.time.Duration;
import java.util.Optional;

/**
 * What one shard of the outbox had unsent at one moment.
 *
 * @param age how long its oldest row had waited, by the database's clock
 * @param seen when that was, by a clock that only goes forward
 */
record Unsent(int shard, long rows, Duration age, Duration seen) {
    /** So long a relay may start over, as behind a broker that restarts, before people hear of it. */
    static final Duration TOLD_AFTER = Duration.ofSeconds(30);

    /** How long its oldest row has waited by now. */
    Duration oldest(Duration now) {
        return rows == 0 ? Duration.ZERO : age.plus(now).minus(seen);
    }

    /**
     * What people are to know.
     *
     * @param failure why the relay of this process starts over again and again
     */
    Optional<String> message(String failure, Duration now) {
        return Optional.of(oldest(now))
                .filter(oldest -> oldest.compareTo(TOLD_AFTER) > 0)
                .map(oldest -> "shard " + shard + " has " + rows + " records unsent, the oldest for "
                        + oldest.toSeconds() + " s: " + failure);
    }
}
