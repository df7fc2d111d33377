package io.hawser.ledger;

import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * Draws revisions and generations. They grow for one entity across re-creation and restore, because they are never
 * below the clock in microseconds. They order published records and are no lock.
 */
public final class Revisions {
    private Revisions() {}

    /** @param previous the entity's last revision, 0 for none */
    public static long next(long previous, Instant now) {
        return Math.max(previous + 1, ChronoUnit.MICROS.between(Instant.EPOCH, now));
    }
}
