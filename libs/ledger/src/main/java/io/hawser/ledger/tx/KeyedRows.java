package io.hawser.ledger.tx;

import io.smallrye.mutiny.Uni;
import java.util.Collection;
import java.util.List;

/** Loads and locks rows by their keys, with one query for each table. */
public final class KeyedRows {
    private KeyedRows() {}

    /**
     * Without keys it runs no query.
     *
     * @param tail WHERE with {@code any($1)}, and ORDER BY; {@code r} is the table. A locking query orders by key,
     *     because locks are taken in one order
     */
    public static <R> Uni<List<R>> of(
            LedgerTransaction tx, Class<R> type, String tail, Collection<String> keys, RowLock lock) {
        return keys.isEmpty()
                ? Uni.createFrom().item(List.of())
                : tx.select(type, tail + lock.clause(), (Object) keys.toArray(String[]::new));
    }
}
