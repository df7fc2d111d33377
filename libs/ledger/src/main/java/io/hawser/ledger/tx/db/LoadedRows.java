package io.hawser.ledger.tx.db;

import io.smallrye.mutiny.Uni;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The rows that a transaction read, added and removed. Each row of a table is one object, however often it is read. One
 * statement for each table deletes, one inserts, and one updates the changed columns of the changed rows.
 */
final class LoadedRows {
    /** Rows are inserted in one order, because the second of two transactions waits at the first equal key. */
    private static final Comparator<List<String>> BY_KEY = (one, other) -> {
        for (int i = 0; i < one.size(); i++) {
            int part = one.get(i).compareTo(other.get(i));
            if (part != 0) {
                return part;
            }
        }
        return 0;
    };

    /** @param before the fields' values in the database; null if the row is not there yet */
    private record Loaded(Object row, @Nullable Object @Nullable [] before) {}

    private static final class OfTable {
        final Map<List<String>, Loaded> present = new TreeMap<>(BY_KEY);
        final Map<List<String>, @Nullable Object[]> removed = new TreeMap<>(BY_KEY);
    }

    private final Statements statements;
    private final Map<EntityTable<?>, OfTable> tables = new LinkedHashMap<>();

    LoadedRows(Statements statements) {
        this.statements = statements;
    }

    <R> Uni<List<R>> select(Class<R> type, String tail, Object... parameters) {
        EntityTable<R> table = EntityTable.of(type);
        return statements.select(table.select() + tail, parameters).map(found -> found.stream()
                .map(row -> loaded(type, table, row))
                .toList());
    }

    private <R> R loaded(Class<R> type, EntityTable<R> table, @Nullable Object[] row) {
        @Nullable Object[] values = table.read(row);
        List<String> key = table.key(values);
        Map<List<String>, Loaded> present = rowsOf(table).present;
        Loaded known = present.get(key);
        Object kept = known == null ? table.create() : known.row();
        if (known == null || isStale(table, known, values)) {
            table.set(kept, values);
            present.put(key, new Loaded(kept, values));
        }
        return type.cast(kept);
    }

    /** A row that was read without a lock is read again under the lock; what was changed is locked already. */
    private static boolean isStale(EntityTable<?> table, Loaded known, @Nullable Object[] now) {
        @Nullable Object[] before = known.before();
        if (before == null || table.changed(before, now).isEmpty()) {
            return false;
        }
        if (!table.changed(before, table.values(known.row())).isEmpty()) {
            throw new IllegalStateException("a row of " + table + " was changed before it was locked");
        }
        return true;
    }

    private OfTable rowsOf(EntityTable<?> table) {
        return tables.computeIfAbsent(table, t -> new OfTable());
    }

    void add(Object row) {
        EntityTable<?> table = EntityTable.of(row.getClass());
        List<String> key = table.key(table.values(row));
        Loaded before = rowsOf(table).present.put(key, new Loaded(row, null));
        if (before != null) {
            throw new IllegalStateException("the row " + key + " of " + table + " is there already");
        }
    }

    void remove(Object row) {
        EntityTable<?> table = EntityTable.of(row.getClass());
        @Nullable Object[] values = table.values(row);
        OfTable rows = rowsOf(table);
        Loaded loaded = rows.present.remove(table.key(values));
        if (loaded == null || loaded.row() != row) {
            throw new IllegalStateException(
                    "a row of " + table + " is removed that was not read: " + table.key(values));
        }
        if (loaded.before() != null) {
            rows.removed.put(table.key(values), values);
        }
    }

    /**
     * Deletes, inserts and updates.
     *
     * @throws IllegalStateException (in the {@code Uni}) if another transaction deleted one of the rows meanwhile: the
     *     decision no longer fits the state
     */
    Uni<Void> write() {
        List<Uni<Void>> writes = new ArrayList<>();
        tables.forEach((table, rows) -> writes.addAll(writes(table, rows)));
        return Pipeline.send(writes);
    }

    private List<Uni<Void>> writes(EntityTable<?> table, OfTable rows) {
        List<@Nullable Object[]> added = new ArrayList<>();
        List<@Nullable Object[]> updated = new ArrayList<>();
        BitSet columns = new BitSet();
        rows.present.replaceAll((key, loaded) -> {
            @Nullable Object[] now = table.values(loaded.row());
            @Nullable Object[] before = loaded.before();
            if (before == null) {
                added.add(now);
                return new Loaded(loaded.row(), now);
            }
            BitSet changed = table.changed(before, now);
            if (changed.isEmpty()) {
                return loaded;
            }
            columns.or(changed);
            updated.add(now);
            return new Loaded(loaded.row(), now);
        });
        List<@Nullable Object[]> removed = List.copyOf(rows.removed.values());
        rows.removed.clear();
        List<Uni<Void>> writes = new ArrayList<>();
        if (!removed.isEmpty()) {
            writes.add(write(table, table.delete(removed), removed.size()));
        }
        if (!added.isEmpty()) {
            writes.add(write(table, table.insert(added), added.size()));
        }
        if (!updated.isEmpty()) {
            writes.add(write(table, table.update(columns, updated), updated.size()));
        }
        return writes;
    }

    private Uni<Void> write(EntityTable<?> table, EntityTable.Write write, int expected) {
        return statements
                .update(write.sql(), write.parameters())
                .invoke(written -> {
                    if (written != expected) {
                        throw new IllegalStateException("of " + expected + " rows of " + table + " to write there were "
                                + written + ": another transaction deleted them meanwhile");
                    }
                })
                .replaceWithVoid();
    }
}
