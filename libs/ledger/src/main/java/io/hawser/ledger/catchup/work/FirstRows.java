package io.hawser.ledger.catchup.work;

import io.hawser.ledger.catchup.GatePhase;
import io.hawser.ledger.tx.db.InOrder;
import io.hawser.ledger.tx.db.LedgerTransaction;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import org.jboss.logging.Logger;

/** Due work that is decided before everything else, by {@code KIND KEY}. */
final class FirstRows {
    private static final Logger LOG = Logger.getLogger(FirstRows.class);

    private final Duration patience;
    private final Map<String, BiFunction<LedgerTransaction, Set<String>, Uni<Set<String>>>> kinds =
            new ConcurrentHashMap<>();

    /** @param patience how long a dispensable key may fail until it is not waited for any more */
    FirstRows(Duration patience) {
        this.patience = patience;
    }

    /** @param dispensable which of the keys that fail for long need not be waited for */
    void add(String kind, BiFunction<LedgerTransaction, Set<String>, Uni<Set<String>>> dispensable) {
        kinds.put(kind, dispensable);
    }

    Uni<Set<String>> due(LedgerTransaction tx) {
        return bringForward(tx)
                .chain(() -> tx.statements()
                        .select(
                                "select kind || ' ' || key from ledger_due where kind = any($1) and due <= $2",
                                kinds.keySet().toArray(String[]::new),
                                tx.now()))
                .map(rows -> rows.stream().map(row -> (String) row[0]).collect(Collectors.toUnmodifiableSet()));
    }

    /**
     * All kinds of work that another server made due by a clock that was ahead. Without that it would wait until this
     * server's clock has caught up.
     */
    private static Uni<Void> bringForward(LedgerTransaction tx) {
        return tx.execute("""
                with ahead as (
                  select kind, key from ledger_due
                  where due > clock_timestamp() and due < '9999-01-01T00:00:00Z'
                    and (worked > clock_timestamp() or woken and failing_since is null)
                  order by kind, key for update)
                update ledger_due d set due = now() from ahead where d.kind = ahead.kind and d.key = ahead.key
                """);
    }

    private record Left(String kind, String key, boolean failsLong) {
        String name() {
            return kind + " " + key;
        }
    }

    /**
     * A decision writes a computed due time. A failure only postpones the row, which stays woken: one that is due later
     * than the phase began has failed in it.
     */
    Uni<Set<String>> left(LedgerTransaction tx, GatePhase.Deciding deciding) {
        return tx.statements()
                .select(
                        """
                        select kind, key, failing_since is not null and due > $2
                          and greatest(failing_since, $2) < clock_timestamp() - $4 * interval '1 millisecond'
                        from ledger_due
                        where kind = any($1) and (due <= $2 or woken) and kind || ' ' || key = any($3)
                        """,
                        kinds.keySet().toArray(String[]::new),
                        deciding.since(),
                        deciding.keys().toArray(String[]::new),
                        (double) patience.toMillis())
                .map(rows -> rows.stream()
                        .map(row -> new Left((String) row[0], (String) row[1], (Boolean) row[2]))
                        .toList())
                .chain(rows -> without(tx, rows));
    }

    private Uni<Set<String>> without(LedgerTransaction tx, List<Left> rows) {
        Set<String> left = new TreeSet<>(rows.stream().map(Left::name).toList());
        return InOrder.each(List.copyOf(kinds.entrySet()), kind -> {
                    Set<String> failing = rows.stream()
                            .filter(row -> row.failsLong() && row.kind().equals(kind.getKey()))
                            .map(Left::key)
                            .collect(Collectors.toUnmodifiableSet());
                    return failing.isEmpty()
                            ? Uni.createFrom().voidItem()
                            : kind.getValue()
                                    .apply(tx, failing)
                                    .invoke(keys -> keys.forEach(key -> leave(left, kind.getKey() + " " + key)))
                                    .replaceWithVoid();
                })
                .replaceWith(left);
    }

    private void leave(Set<String> left, String name) {
        left.remove(name);
        LOG.errorf(
                "the decision on %s has failed for %d s: everything else is decided before it",
                name, patience.toSeconds());
    }
}
