package io.hawser.conformance.history;

import java.time.Instant;
import java.util.List;

/**
 * One look at what a service has to do.
 *
 * @param at by the database's clock
 * @param overdue what lies further back than {@link DueSampler#LATE}, the oldest first
 */
public record DueLook(Instant at, String service, List<Overdue> overdue) {
    public DueLook {
        overdue = List.copyOf(overdue);
    }

    /**
     * A row of {@code ledger_due}.
     *
     * @param failing work on it is tried and fails; if not, it is not even tried
     * @param since it has been due, or has failed, since then
     */
    public record Overdue(String kind, String key, boolean failing, Instant since) {}
}
