package io.hawser.ledger.tx;

import io.smallrye.mutiny.Uni;
import java.util.Collection;
import java.util.List;
import org.hibernate.LockMode;
import org.hibernate.reactive.mutiny.Mutiny;

/** Loads and locks rows by their keys, with one query for each table. */
public final class KeyedRows {
    private KeyedRows() {}

    /**
     * Without keys it runs no query.
     *
     * @param query over {@code :keys}; a locking query orders by key, because locks are taken in one order
     */
    public static <R> Uni<List<R>> of(
            Mutiny.Session session, Class<R> type, String query, Collection<String> keys, LockMode lock) {
        if (keys.isEmpty()) {
            return Uni.createFrom().item(List.of());
        }
        Mutiny.SelectionQuery<R> selection =
                session.createSelectionQuery(query, type).setParameter("keys", List.copyOf(keys));
        return (lock == LockMode.NONE ? selection : selection.setLockMode(lock)).getResultList();
    }
}
