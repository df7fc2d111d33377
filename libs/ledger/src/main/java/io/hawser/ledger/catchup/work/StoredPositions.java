package io.hawser.ledger.catchup.work;

import io.hawser.ledger.position.LogPartition;
import io.hawser.ledger.position.kafka.Cursors;
import io.hawser.ledger.tx.db.DatabaseLife;
import io.hawser.ledger.tx.db.Transactions;
import io.smallrye.mutiny.Uni;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Compares the stored positions with what this process has seen of them: a database behind it has lost something.
 */
final class StoredPositions {
    private final Transactions transactions;
    private final DatabaseLife life;
    private final CatchUp catchUp;
    private final Cursors cursors;
    private final Rewind rewind;
    private final DatabaseClock clock;
    private Map<LogPartition, Long> seen = Map.of();

    StoredPositions(
            Transactions transactions,
            DatabaseLife life,
            CatchUp catchUp,
            Cursors cursors,
            Rewind rewind,
            DatabaseClock clock) {
        this.transactions = transactions;
        this.life = life;
        this.catchUp = catchUp;
        this.cursors = cursors;
        this.rewind = rewind;
        this.clock = clock;
    }

    /** @param standby whether the database cannot be written */
    record Look(Map<LogPartition, Long> positions, boolean standby) {}

    /** If the database went back, it counts as another one, and the lost records are read again. */
    Uni<Look> look() {
        Map<LogPartition, Long> own = cursors.all().values().stream()
                .collect(Collectors.toMap(Cursors.Cursor::log, Cursors.Cursor::next, Math::min));
        long asked = System.nanoTime();
        return transactions
                .run(tx -> catchUp.positions(tx)
                        .invoke(() -> clock.compare(new DatabaseClock.Look(tx.now(), asked, System.nanoTime())))
                        .chain(stored -> tx.statements()
                                .select("select pg_is_in_recovery()")
                                .map(row -> new Look(stored, (Boolean) row.getFirst()[0]))))
                .chain(look -> {
                    Map<LogPartition, Long> back = wentBack(seen, own, look.positions());
                    seen = back.isEmpty() ? seen(seen, look.positions()) : look.positions();
                    return back.isEmpty()
                            ? Uni.createFrom().item(look)
                            : lost(back, look.positions()).replaceWith(look);
                });
    }

    /** Part of what this process saw is gone, perhaps with the intents of running calls. */
    private Uni<Void> lost(Map<LogPartition, Long> back, Map<LogPartition, Long> stored) {
        clock.mayLoseCalls();
        life.suspect(back.entrySet().stream()
                .map(log -> log.getKey().name() + " stood at " + log.getValue() + " and is stored at "
                        + stored.getOrDefault(log.getKey(), 0L))
                .collect(Collectors.joining(", ")));
        return rewind.toStoredPositions(Set.copyOf(back.keySet()));
    }

    /**
     * The partitions where the database is behind what this process has seen of it. Every writer only increases
     * positions, so the database went back.
     *
     * @param seen positions stored at some earlier moment
     * @param own this process's earlier cursors, which it had stored
     * @param stored the present positions; a foreign partition that is not listed may belong to a topic that is gone
     */
    static Map<LogPartition, Long> wentBack(
            Map<LogPartition, Long> seen, Map<LogPartition, Long> own, Map<LogPartition, Long> stored) {
        Map<LogPartition, Long> back = new TreeMap<>();
        seen.forEach((log, next) -> {
            if (stored.getOrDefault(log, next) < next) {
                back.put(log, next);
            }
        });
        own.forEach((log, next) -> {
            if (stored.getOrDefault(log, -1L) < next) {
                back.merge(log, next, Math::max);
            }
        });
        return back;
    }

    /** All positions seen so far; the newest one of each partition. */
    static Map<LogPartition, Long> seen(Map<LogPartition, Long> before, Map<LogPartition, Long> now) {
        Map<LogPartition, Long> both = new HashMap<>(before);
        both.putAll(now);
        return Map.copyOf(both);
    }
}
