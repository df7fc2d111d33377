package io.hawser.ledger.silence;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * When an agent was last heard.
 *
 * @param appended by the broker's clock; empty if the topic keeps its producers' times
 * @param applied by the database's clock, when that record was read
 * @param interval promised time until the next record
 */
public record Heard(String name, Optional<Instant> appended, Instant applied, Duration interval) {
    /** How many records in a row must be missing. */
    public static final int MISSED = 3;

    /** The interval of agents that do not state it. */
    public static final Duration PROMISED = Duration.ofSeconds(10);

    private static final Duration SHORTEST = Duration.ofSeconds(1);
    private static final Duration LONGEST = Duration.ofMinutes(5);

    public Heard {
        interval = clamped(interval);
    }

    /** The interval that a heartbeat has, with any numbers, or {@link #PROMISED}. */
    public static Duration interval(boolean stated, com.google.protobuf.Duration interval) {
        return stated
                ? Duration.ofSeconds(Math.clamp(interval.getSeconds(), 0, LONGEST.toSeconds()), interval.getNanos())
                : PROMISED;
    }

    private static Duration clamped(Duration interval) {
        Duration least = interval.compareTo(SHORTEST) < 0 ? SHORTEST : interval;
        return least.compareTo(LONGEST) > 0 ? LONGEST : least;
    }

    /** How long an agent may be silent. */
    public Duration patience() {
        return interval.multipliedBy(MISSED);
    }

    /**
     * Whether more than {@value #MISSED} intervals have passed without a record. Either of two measures proves it. The
     * database's time since the last record was read is never longer than the silence. The broker's time from that
     * record to the newest of all agents needs no other clock.
     *
     * @param newest the latest broker's time over all agents that are heard; empty = unknown
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
