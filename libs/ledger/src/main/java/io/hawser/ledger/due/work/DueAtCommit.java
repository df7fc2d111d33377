package io.hawser.ledger.due.work;

import io.hawser.ledger.due.DueChange;
import io.hawser.ledger.tx.db.AtCommit;
import io.hawser.ledger.tx.db.LedgerTransaction;
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
        return DueRows.write(tx.statements(), tx.dueChanges());
    }

    @Override
    public void committed(LedgerTransaction tx) {
        List<DueChange> changes = tx.dueChanges();
        if (!changes.isEmpty()) {
            signal.committed(changes, tx.now());
        }
    }
}
