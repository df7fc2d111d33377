package io.hawser.ledger.tx.db;

import jakarta.persistence.Table;
import java.lang.reflect.Constructor;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The table of an entity, by its JPA annotations: statements that write many rows in one round trip. Names of tables
 * and columns become part of statements, because they are constants of the program. A row's values are an array, in
 * the order of the entity's fields.
 */
final class EntityTable<R> {
    private static final ClassValue<EntityTable<?>> TABLES = new ClassValue<>() {
        @Override
        protected EntityTable<?> computeValue(Class<?> type) {
            return new EntityTable<>(type);
        }
    };

    /** A statement, and its parameters: one array for each column. */
    record Write(String sql, Object[] parameters) {}

    private final String name;
    private final Constructor<R> constructor;
    private final List<EntityField> fields;
    private final int[] keys;
    private final String select;
    private final String insert;
    private final String delete;
    /** The columns that change together are few sets, so the database keeps a prepared statement for each. */
    private final Map<BitSet, String> updates = new ConcurrentHashMap<>();

    private EntityTable(Class<R> type) {
        name = type.getAnnotation(Table.class).name();
        constructor = EntityField.constructor(type);
        fields = EntityField.of(type).toList();
        keys = those(EntityField::key);
        int[] written = those(EntityField::written);
        select = "select " + list(those(field -> true), field -> "r." + field.column()) + " from " + name + " r ";
        insert = "insert into " + name + " (" + list(written, EntityField::column) + ") select "
                + list(written, EntityTable::unnested) + " from " + unnest(written);
        delete = "delete from " + name + " r using " + unnest(keys) + " where " + sameKey();
    }

    @SuppressWarnings("unchecked") // computeValue makes the table of exactly this class.
    static <R> EntityTable<R> of(Class<R> type) {
        return (EntityTable<R>) TABLES.get(type);
    }

    /** Everything before the WHERE; the table's alias is {@code r}. */
    String select() {
        return select;
    }

    /** The values of a row as the database returned it. */
    @Nullable
    Object[] read(@Nullable Object[] columns) {
        @Nullable Object[] values = new @Nullable Object[columns.length];
        Arrays.setAll(values, i -> fields.get(i).type().toField(columns[i]));
        return values;
    }

    @Nullable
    Object[] values(Object row) {
        @Nullable Object[] values = new @Nullable Object[fields.size()];
        Arrays.setAll(values, i -> fields.get(i).get(row));
        return values;
    }

    R create() {
        return EntityField.create(constructor);
    }

    void set(Object row, @Nullable Object[] values) {
        for (int i = 0; i < values.length; i++) {
            fields.get(i).set(row, values[i]);
        }
    }

    /** The primary key, which has text columns. */
    List<String> key(@Nullable Object[] values) {
        return Arrays.stream(keys)
                .mapToObj(i -> Objects.requireNonNull(
                        (String) values[i], () -> name + "." + fields.get(i).column()))
                .toList();
    }

    /** The columns that differ. */
    BitSet changed(@Nullable Object[] before, @Nullable Object[] after) {
        BitSet changed = new BitSet();
        for (int i = 0; i < before.length; i++) {
            if (fields.get(i).written() && !Objects.deepEquals(before[i], after[i])) {
                changed.set(i);
            }
        }
        return changed;
    }

    Write insert(List<@Nullable Object[]> rows) {
        return new Write(insert, parameters(those(EntityField::written), rows));
    }

    /** @param changed the columns to write, at least one */
    Write update(BitSet changed, List<@Nullable Object[]> rows) {
        int[] used = IntStream.concat(Arrays.stream(keys), changed.stream()).toArray();
        String sql = updates.computeIfAbsent(
                changed,
                set -> "update " + name + " r set "
                        + list(set.stream().toArray(), field -> field.column() + " = " + unnested(field)) + " from "
                        + unnest(used) + " where " + sameKey());
        return new Write(sql, parameters(used, rows));
    }

    Write delete(List<@Nullable Object[]> rows) {
        return new Write(delete, parameters(keys, rows));
    }

    private int[] those(Predicate<EntityField> which) {
        return IntStream.range(0, fields.size())
                .filter(i -> which.test(fields.get(i)))
                .toArray();
    }

    private static String unnested(EntityField field) {
        return field.type().unnested("u." + field.column());
    }

    private String unnest(int[] used) {
        String parameters = IntStream.range(0, used.length)
                .mapToObj(n -> fields.get(used[n]).type().parameter(n + 1))
                .collect(Collectors.joining(", "));
        return "unnest(" + parameters + ") as u (" + list(used, EntityField::column) + ")";
    }

    private String sameKey() {
        return Arrays.stream(keys)
                .mapToObj(i -> fields.get(i).column())
                .map(column -> "r." + column + " = u." + column)
                .collect(Collectors.joining(" and "));
    }

    private String list(int[] used, Function<EntityField, String> text) {
        return Arrays.stream(used).mapToObj(fields::get).map(text).collect(Collectors.joining(", "));
    }

    private Object[] parameters(int[] used, List<@Nullable Object[]> rows) {
        return Arrays.stream(used)
                .mapToObj(i -> {
                    ColumnType type = fields.get(i).type();
                    Object[] values = type.array(rows.size());
                    Arrays.setAll(values, row -> type.toColumn(rows.get(row)[i]));
                    return values;
                })
                .toArray();
    }

    @Override
    public String toString() {
        return name;
    }
}
