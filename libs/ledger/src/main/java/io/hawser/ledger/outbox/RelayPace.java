package io.hawser.ledger.outbox;

import java.time.Duration;

/**
 * Keeps the starts of Kafka transactions apart: each costs the broker and every reader about the same for one row as
 * for many. After a pause a few follow each other immediately, because a wait would save nothing. Times are of a
 * monotonic clock, in nanoseconds.
 */
public final class RelayPace {
    private static final int SAVED = 4;

    private final long interval;
    private long next;

    /** @param interval between two starts, on the mean */
    public RelayPace(Duration interval, long now) {
        this.interval = interval.toNanos();
        this.next = now;
    }

    /** How long the next transaction is to wait; 0 = not at all. */
    public long left(long now) {
        return Math.max(0, next - now);
    }

    /** A transaction begins. */
    public void begun(long now) {
        next = Math.max(next, now - SAVED * interval) + interval;
    }
}
