package io.hawser.ledger.tx.db;

import io.smallrye.mutiny.Uni;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Function;

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

    /** Rows that have one of these keys in the column, in the order of the column. */
    public static <R> Uni<List<R>> by(
            LedgerTransaction tx, Class<R> type, String column, Collection<String> keys, RowLock lock) {
        return of(tx, type, "where r." + column + " = any($1) order by r." + column, new TreeSet<>(keys), lock);
    }

    /** A map that can be changed. */
    public static <K, R> Map<K, R> byKey(List<R> rows, Function<R, K> key) {
        Map<K, R> map = new HashMap<>();
        rows.forEach(row -> map.put(key.apply(row), row));
        return map;
    }
}
