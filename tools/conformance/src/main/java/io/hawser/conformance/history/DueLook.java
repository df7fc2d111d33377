package io.hawser.conformance.history;

import java.time.Instant;
import java.util.List;

/**
 * One look at a service's due work.
 *
 * @param at by the database's clock
 * @param overdue rows that have been due for longer than {@link DueSampler#LATE}, the oldest first
 */
public record DueLook(Instant at, String service, List<Overdue> overdue) {
    /**
     * A row of {@code ledger_due}.
     *
     * @param failing whether the work is tried and fails; if not, it is not even tried
     * @param since when it became due, or began to fail
     */
    public record Overdue(String kind, String key, boolean failing, Instant since) {}
}
