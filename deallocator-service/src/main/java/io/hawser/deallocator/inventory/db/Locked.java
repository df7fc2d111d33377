package io.hawser.deallocator.inventory.db;

import io.hawser.deallocator.deletion.ResourceId;
import io.hawser.ledger.tx.db.KeyedRows;
import io.hawser.ledger.tx.db.LedgerTransaction;
import io.hawser.ledger.tx.db.RowLock;
import io.smallrye.mutiny.Uni;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiConsumer;
import java.util.function.Function;

/** Rows of one table, locked for the rest of the transaction, in one query and in the order of their names. */
public final class Locked {
    private Locked() {}

    public static Uni<List<ServiceRow>> services(LedgerTransaction tx, Collection<String> names) {
        return KeyedRows.by(tx, ServiceRow.class, "name", names, RowLock.UPDATE);
    }

    public static Uni<List<ResourceRow>> resources(LedgerTransaction tx, Collection<ResourceId> ids) {
        return KeyedRows.by(
                tx, ResourceRow.class, "id", ids.stream().map(ResourceId::key).toList(), RowLock.UPDATE);
    }

    /** Writes {@code after} to the rows: changes, adds, removes. */
    static <K, R, D> void write(
            LedgerTransaction tx,
            Map<K, R> rows,
            Map<K, D> after,
            Function<D, R> create,
            Function<R, D> read,
            BiConsumer<R, D> set) {
        Map<K, D> fresh = new HashMap<>(after);
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
}
