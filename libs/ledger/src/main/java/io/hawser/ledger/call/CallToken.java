package io.hawser.ledger.call;

import java.time.Duration;
import java.time.Instant;

/**
 * The lease of one remote call, stored in the same transaction as its intent. No other call for the same entity starts
 * until the outcome is saved, or until {@code until} has passed by the database's clock; an expired call is uncertain.
 *
 * @param id an outcome with another id than the row's is dropped
 */
public record CallToken(String id, Instant until) {

    /**
     * @param now the database's time in the transaction that stores the token
     * @param rpc how long the call may take in all
     * @param margin for clocks that differ
     */
    public static CallToken of(String id, Instant now, Duration rpc, Duration margin) {
        return new CallToken(id, now.plus(rpc).plus(margin));
    }

    public boolean expired(Instant now) {
        return !now.isBefore(until);
    }
}
