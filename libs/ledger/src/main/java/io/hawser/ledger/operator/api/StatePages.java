package io.hawser.ledger.operator.api;

import io.hawser.ledger.catchup.ClosedGateException;
import io.hawser.ledger.catchup.work.StartGate;
import io.hawser.ledger.tx.db.LedgerTransaction;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;

/**
 * Writes state records again, one transaction for each page: the outbox sends them while the next page is read, and no
 * lock is held for long.
 */
@ApplicationScoped
public class StatePages {
    private static final int PAGE = 100;

    private final StartGate gate;

    public StatePages(StartGate gate) {
        this.gate = gate;
    }

    /**
     * Fails with {@link ClosedGateException} while the gate is shut: an old state that is written again has the newest
     * revision, so the comparison with the topics would take it for the present one.
     *
     * @param each further work in the transaction of each page
     */
    public Uni<Long> write(StateRecords kind, Function<LedgerTransaction, Uni<Void>> each) {
        AtomicLong records = new AtomicLong();
        String[] after = {""};
        // Not a chain of pages, which would be subscribed to recursively.
        return Uni.createFrom()
                .deferred(() -> gate.whenOpen(
                        tx -> each.apply(tx).chain(() -> kind.republish().page(tx, after[0], PAGE))))
                .invoke(page -> {
                    records.addAndGet(page.records());
                    after[0] = page.last().orElse("");
                })
                .repeat()
                .until(page -> page.last().isEmpty())
                .onItem()
                .ignoreAsUni()
                .map(ignored -> records.get());
    }
}
