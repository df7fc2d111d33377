package io.hawser.ledger.outbox;

import java.time.Duration;
import java.util.Optional;

/**
 * The unsent rows of one shard at one moment.
 *
 * @param age how long the oldest row had waited, by the database's clock
 * @param seen that moment, by a monotonic clock
 */
public record Unsent(int shard, long rows, Duration age, Duration seen) {
    /** How long a relay may start over, for example during a broker's restart, before it is reported to people. */
    static final Duration WARN_AFTER = Duration.ofSeconds(30);

    /** How long the oldest row has waited by now. */
    public Duration oldest(Duration now) {
        return rows == 0 ? Duration.ZERO : age.plus(now).minus(seen);
    }

    /**
     * A message for people.
     *
     * @param failure why the relay of this process starts over again and again
     */
    public Optional<String> message(String failure, Duration now) {
        return Optional.of(oldest(now))
                .filter(oldest -> oldest.compareTo(WARN_AFTER) > 0)
                .map(oldest -> "shard " + shard + " has " + rows + " records unsent, the oldest for "
                        + oldest.toSeconds() + " s: " + failure);
    }
}
