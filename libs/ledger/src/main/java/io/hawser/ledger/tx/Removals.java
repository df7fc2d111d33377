package io.hawser.ledger.tx;

import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Deletes rows, with one statement for each table, in the order of the tables' first removals. */
final class Removals {
    private record Table(String name, List<String> columns) {}

    private Removals() {}

    /**
     * @throws IllegalStateException (in the {@code Uni}) if another transaction deleted one of them meanwhile: the
     *     decision no longer fits the state
     */
    static Uni<Void> write(Statements statements, List<RowKey> keys) {
        Map<Table, Set<RowKey>> byTable = new LinkedHashMap<>();
        keys.forEach(key -> byTable.computeIfAbsent(new Table(key.table(), key.columns()), t -> new LinkedHashSet<>())
                .add(key));
        return Multi.createFrom()
                .iterable(byTable.entrySet())
                .onItem()
                .transformToUniAndConcatenate(
                        entry -> delete(statements, entry.getKey(), List.copyOf(entry.getValue())))
                .onItem()
                .ignoreAsUni();
    }

    private static Uni<Void> delete(Statements statements, Table table, List<RowKey> keys) {
        int width = table.columns().size();
        String arrays = numbers(width).mapToObj(i -> "$" + (i + 1) + "::text[]").collect(Collectors.joining(", "));
        String names = numbers(width).mapToObj(i -> "k" + i).collect(Collectors.joining(", "));
        String same = numbers(width)
                .mapToObj(i -> "r." + table.columns().get(i) + " = gone.k" + i)
                .collect(Collectors.joining(" and "));
        Object[] values = numbers(width)
                .mapToObj(i ->
                        (Object) keys.stream().map(key -> key.values().get(i)).toArray(String[]::new))
                .toArray();
        return statements
                .update(
                        "delete from " + table.name() + " r using unnest(" + arrays + ") as gone (" + names + ") where "
                                + same,
                        values)
                .invoke(deleted -> {
                    if (deleted != keys.size()) {
                        throw new IllegalStateException("of " + keys.size() + " rows of " + table.name()
                                + " to delete there were " + deleted + ": somebody else deleted them meanwhile");
                    }
                })
                .replaceWithVoid();
    }

    private static IntStream numbers(int width) {
        return IntStream.range(0, width);
    }
}
