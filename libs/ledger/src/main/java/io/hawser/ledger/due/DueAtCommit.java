package io.hawser.ledger.due;

import io.hawser.ledger.tx.AtCommit;
import io.hawser.ledger.tx.LedgerTransaction;
import io.smallrye.mutiny.Uni;
import jakarta.annotation.Priority;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;

/** Writes the due work of each transaction, and notifies the loops. */
@ApplicationScoped
@Priority(2)
class DueAtCommit implements AtCommit {
    private final DueSignal signal;

    DueAtCommit(DueSignal signal) {
        this.signal = signal;
    }

    @Override
    public Uni<Void> write(LedgerTransaction tx) {
        return DueRows.write(tx.statements(), changes(tx));
    }

    @Override
    public void committed(LedgerTransaction tx) {
        List<DueChange> changes = changes(tx);
        if (!changes.isEmpty()) {
            signal.committed(changes, tx.now());
        }
    }

    private static List<DueChange> changes(LedgerTransaction tx) {
        return tx.dueEntries().stream().map(DueChange.class::cast).toList();
    }
}
