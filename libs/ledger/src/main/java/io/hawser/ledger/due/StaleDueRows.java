package io.hawser.ledger.due;

import io.hawser.ledger.tx.LedgerTransaction;
import io.hawser.ledger.tx.Transactions;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import java.util.List;

/**
 * Due work on what is not there any more: a wake-up that was written behind its end, or read before it by another
 * replica.
 */
public final class StaleDueRows {
    private StaleDueRows() {}

    /**
     * Forgets the due rows of those that are really not there. Each in a transaction of its own, last of all locks:
     * what comes into being just now is either seen behind the lock of its due row, or writes its wake-up after that
     * row is gone.
     *
     * @param kind the due work's; its table has the same name
     */
    public static Uni<Void> forget(Transactions transactions, String kind, List<String> keys) {
        return Multi.createFrom()
                .iterable(keys)
                .onItem()
                .transformToUniAndConcatenate(key -> transactions.run(tx -> forget(tx, kind, key)))
                .collect()
                .last()
                .replaceWithVoid();
    }

    private static Uni<Void> forget(LedgerTransaction tx, String kind, String key) {
        return DueRows.lock(tx.statements(), kind, key)
                .chain(() -> tx.statements().select("select 1 from " + kind + " where name = $1", key))
                .invoke(found -> {
                    if (found.isEmpty()) {
                        tx.due(new DueChange.Forget(kind, key));
                    }
                })
                .replaceWithVoid();
    }
}
