package io.hawser.deallocator.inventory.db;

import io.hawser.ledger.tx.LedgerTransaction;
import io.hawser.ledger.tx.Removable;
import io.smallrye.mutiny.Uni;
import jakarta.persistence.LockModeType;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.hibernate.reactive.mutiny.Mutiny;

/** Rows of one table, locked for the rest of the transaction, in one query and in the order of their names. */
public final class Locked {
    private Locked() {}

    /** @param names may be empty; then no query is made */
    public static Uni<List<ServiceRow>> services(Mutiny.Session session, Collection<String> names) {
        return rows(session, ServiceRow.class, names);
    }

    /** @param names may be empty; then no query is made */
    public static Uni<List<NetworkRow>> networks(Mutiny.Session session, Collection<String> names) {
        return rows(session, NetworkRow.class, names);
    }

    static <R> Uni<List<R>> rows(Mutiny.Session session, Class<R> type, Collection<String> names) {
        if (names.isEmpty()) {
            return Uni.createFrom().item(List.of());
        }
        return session.createSelectionQuery(
                        "from " + type.getSimpleName() + " row where row.name in :names order by row.name", type)
                .setParameter("names", new TreeSet<>(names))
                .setLockMode(LockModeType.PESSIMISTIC_WRITE)
                .getResultList();
    }

    /** Writes {@code after} to the rows: changes, adds, removes. */
    static <R extends Removable, D> Uni<Void> write(
            LedgerTransaction tx,
            Map<String, R> rows,
            Map<String, D> after,
            Function<D, R> create,
            Function<R, D> read,
            BiConsumer<R, D> set) {
        Map<String, D> fresh = new HashMap<>(after);
        rows.forEach((name, row) -> {
            D wanted = fresh.remove(name);
            if (wanted == null) {
                tx.remove(row);
            } else if (!Objects.equals(read.apply(row), wanted)) {
                set.accept(row, wanted);
            }
        });
        Object[] created = fresh.values().stream().map(create).toArray();
        return tx.session().persistAll(created);
    }

    static <R> Map<String, R> byName(List<R> rows, Function<R, String> name) {
        return rows.stream().collect(Collectors.toMap(name, Function.identity()));
    }
}
