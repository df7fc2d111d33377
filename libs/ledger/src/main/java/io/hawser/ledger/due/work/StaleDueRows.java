package io.hawser.ledger.due.work;

import io.hawser.ledger.tx.db.InOrder;
import io.hawser.ledger.tx.db.LedgerTransaction;
import io.hawser.ledger.tx.db.Transactions;
import io.smallrye.mutiny.Uni;
import java.util.List;

/**
 * Due work on missing entities: a wake-up that was written after the entity's end, or read before it by another
 * replica.
 */
public final class StaleDueRows {
    private StaleDueRows() {}

    /**
     * Deletes the due rows whose entities do not exist. Each in its own transaction and with the last lock: an entity
     * that is just being created is either seen after the lock of its due row, or its wake-up is written after that row
     * is gone.
     *
     * @param kind of the due work; its table has the same name
     */
    public static Uni<Void> forget(Transactions transactions, String kind, List<String> keys) {
        return InOrder.each(
                keys, key -> transactions.run(tx -> CaughtUpWork.forget(tx, kind, key, () -> exists(tx, kind, key))));
    }

    private static Uni<Boolean> exists(LedgerTransaction tx, String kind, String key) {
        return tx.statements()
                .select("select 1 from " + kind + " where name = $1", key)
                .map(found -> !found.isEmpty());
    }
}
