package io.hawser.conformance.invariant;

import io.hawser.conformance.history.History;
import java.util.List;

/**
 * Transactions of a service lock rows in one order, so the database never has to resolve a deadlock. A service runs
 * such a transaction again, so only the database shows it, and the plugin sees no database.
 */
final class OneLockOrder implements Invariant {
    @Override
    public void check(History history, Findings findings) {
        history.quiet().ifPresent(tables -> tables.deadlocks()
                .forEach((service, count) -> findings.that(
                        count == 0,
                        () -> service + "'s database resolved " + count + " deadlocks since its start",
                        List::of)));
    }
}
