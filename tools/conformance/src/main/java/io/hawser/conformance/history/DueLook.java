package io.hawser.conformance.history;

import java.time.Instant;
import java.util.List;

/**
 * One look at what a service has to do.
 *
 * @param at by the database's clock
 * @param overdue rows whose time lies further back than {@link DueSampler#LATE}, the oldest first
 */
public record DueLook(Instant at, String service, List<Overdue> overdue) {
    public DueLook {
        overdue = List.copyOf(overdue);
    }

    /** A row of {@code ledger_due}. */
    public record Overdue(String kind, String key, Instant due) {}
}
