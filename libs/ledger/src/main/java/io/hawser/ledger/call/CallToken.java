package io.hawser.ledger.call;

import java.time.Instant;
import java.util.Objects;

/**
 * The lease of one remote call, stored in the transaction that stored its intent. Nobody starts another call for the
 * same entity until the ending is saved or {@code until} has passed by the database's clock; an expired call is
 * uncertain.
 *
 * @param id an ending whose id does not match the row any more is dropped
 */
public record CallToken(String id, Instant until) {
    public CallToken {
        Objects.requireNonNull(id, "id");
        Objects.requireNonNull(until, "until");
    }

    /** @param now the database's time in the transaction that stores it */
    public static CallToken of(String id, Instant now, CallDeadline deadline) {
        return new CallToken(id, now.plus(deadline.rpc()).plus(deadline.margin()));
    }

    public boolean expired(Instant now) {
        return !now.isBefore(until);
    }
}
