package io.hawser.deallocator.inventory.db;

import io.hawser.ledger.tx.KeyedRows;
import io.hawser.ledger.tx.LedgerTransaction;
import io.hawser.ledger.tx.RowLock;
import io.smallrye.mutiny.Uni;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Rows of one table, locked for the rest of the transaction, in one query and in the order of their names. */
public final class Locked {
    private Locked() {}

    /** @param names may be empty; then no query is made */
    public static Uni<List<ServiceRow>> services(LedgerTransaction tx, Collection<String> names) {
        return rows(tx, ServiceRow.class, names);
    }

    /** @param names may be empty; then no query is made */
    public static Uni<List<NetworkRow>> networks(LedgerTransaction tx, Collection<String> names) {
        return rows(tx, NetworkRow.class, names);
    }

    static <R> Uni<List<R>> rows(LedgerTransaction tx, Class<R> type, Collection<String> names) {
        return KeyedRows.of(tx, type, "where r.name = any($1) order by r.name", new TreeSet<>(names), RowLock.UPDATE);
    }

    /** Writes {@code after} to the rows: changes, adds, removes. */
    static <R, D> void write(
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
        fresh.values().stream().map(create).forEach(tx::add);
    }

    static <R> Map<String, R> byName(List<R> rows, Function<R, String> name) {
        return rows.stream().collect(Collectors.toMap(name, Function.identity()));
    }
}
