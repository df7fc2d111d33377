package io.hawser.ledger.due.work;

import io.hawser.ledger.tx.db.InOrder;
import io.hawser.ledger.tx.db.Transactions;
import io.smallrye.mutiny.Uni;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Cuts a batch of due keys into portions whose rows fit into memory together, and passes them to the worker one after
 * another. A key with large rows is a portion of its own.
 *
 * @param sizes selects key and bytes of what the worker reads for each of the keys $1; a missing key counts as small
 */
public record Portions(Transactions transactions, String sizes, Function<List<String>, Uni<Void>> worker)
        implements Function<List<String>, Uni<Void>> {
    static final long BYTES = 4L * 1024 * 1024;

    @Override
    public Uni<Void> apply(List<String> keys) {
        return keys.size() == 1
                ? worker.apply(keys)
                : transactions
                        .single(statements -> statements.select(sizes, (Object) keys.toArray(String[]::new)))
                        .map(rows -> rows.stream()
                                .collect(
                                        Collectors.toMap(row -> (String) row[0], row -> ((Number) row[1]).longValue())))
                        .chain(bytes -> InOrder.each(cut(keys, bytes), worker));
    }

    /** In the keys' order. */
    static List<List<String>> cut(List<String> keys, Map<String, Long> bytes) {
        List<List<String>> portions = new ArrayList<>();
        List<String> portion = new ArrayList<>();
        long sum = 0;
        for (String key : keys) {
            long size = bytes.getOrDefault(key, 0L);
            if (!portion.isEmpty() && sum + size > BYTES) {
                portions.add(List.copyOf(portion));
                portion.clear();
                sum = 0;
            }
            portion.add(key);
            sum += size;
        }
        portions.add(List.copyOf(portion));
        return portions;
    }
}
