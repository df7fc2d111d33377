package io.hawser.ledger.silence;

import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;

/**
 * When somebody was last heard.
 *
 * @param appended by the broker's clock; empty where the topic keeps its producers' times
 * @param applied by the database's clock, when that word was read
 * @param interval how soon the next word was promised
 */
public record Heard(String name, Optional<Instant> appended, Instant applied, Duration interval) {
    /** Words in a row that must be missing. */
    public static final int MISSED = 3;

    /** The interval of those that do not say it. */
    public static final Duration PROMISED = Duration.ofSeconds(10);

    private static final Duration SHORTEST = Duration.ofSeconds(1);
    private static final Duration LONGEST = Duration.ofMinutes(5);

    public Heard {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(appended, "appended");
        Objects.requireNonNull(applied, "applied");
        interval = clamped(interval);
    }

    /** The interval that a word says, of whatever numbers. */
    public static Duration interval(long seconds, int nanos) {
        return Duration.ofSeconds(Math.clamp(seconds, 0, LONGEST.toSeconds()), nanos);
    }

    private static Duration clamped(Duration interval) {
        Duration least = interval.compareTo(SHORTEST) < 0 ? SHORTEST : interval;
        return least.compareTo(LONGEST) > 0 ? LONGEST : least;
    }

    /** How long one may say nothing. */
    public Duration patience() {
        return interval.multipliedBy(MISSED);
    }

    /**
     * Whether more than {@value #MISSED} intervals have passed without a word. Two measures, and either proves it: the
     * database's time since the last word was read,
     * which is never longer than the silence; and how much later the broker took the newest word of anybody, which
     * needs no clock but the broker's.
     *
     * @param newest the latest broker's time of all who were heard; empty where none is known
     * @param asOf the database's time at which everything written before had been read
     */
    public boolean silent(Optional<Instant> newest, Instant asOf) {
        boolean byOurs = applied.plus(patience()).isBefore(asOf);
        boolean byBrokers = appended.isPresent()
                && newest.isPresent()
                && appended.get().plus(patience()).isBefore(newest.get());
        return byOurs || byBrokers;
    }
}
