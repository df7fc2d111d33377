package io.hawser.ledger.due;

import io.hawser.ledger.tx.Statements;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The table of due work. */
public final class DueRows {
    private record Id(String kind, String key) implements Comparable<Id> {
        @Override
        public int compareTo(Id other) {
            int byKind = kind.compareTo(other.kind);
            return byKind != 0 ? byKind : key.compareTo(other.key);
        }
    }

    private DueRows() {}

    /** Far enough to be never, near enough for every client to read. */
    private static final Instant NEVER = Instant.parse("9999-01-01T00:00:00Z");

    /**
     * Writes the changes of one transaction. The last word on a key counts. One statement in key order writes all that
     * stay: two transactions that wake each other's entities must not lock the rows in two orders.
     * Who computed a time has done the work: it fails no longer.
     */
    static Uni<Void> write(Statements statements, List<DueChange> changes) {
        Collection<DueChange> last = lastWords(changes);
        List<DueChange> kept = last.stream()
                .filter(change -> !(change instanceof DueChange.Forget))
                .toList();
        List<DueChange> gone =
                last.stream().filter(DueChange.Forget.class::isInstance).toList();
        return upsert(statements, kept).chain(() -> delete(statements, gone));
    }

    /** One a key, in key order. */
    static Collection<DueChange> lastWords(List<DueChange> changes) {
        Map<Id, DueChange> last = new TreeMap<>();
        for (DueChange change : changes) {
            last.merge(new Id(change.kind(), change.key()), change, DueRows::combine);
        }
        return last.values();
    }

    /** A wake after a computed time keeps the earlier of both; anything else replaces. */
    private static DueChange combine(DueChange before, DueChange after) {
        if (after instanceof DueChange.Wake w && before instanceof DueChange.At a) {
            return new DueChange.At(a.kind(), a.key(), "", a.when().isBefore(w.now()) ? a.when() : w.now());
        }
        if (after instanceof DueChange.Wake w && before instanceof DueChange.Never) {
            return new DueChange.At(w.kind(), w.key(), "", w.now());
        }
        return after;
    }

    private static Uni<Void> upsert(Statements statements, List<DueChange> rows) {
        if (rows.isEmpty()) {
            return Uni.createFrom().voidItem();
        }
        return statements
                .update(
                        """
                        insert into ledger_due as d (kind, key, queue, due, woken)
                        select * from unnest($1::text[], $2::text[], $3::text[], $4::timestamptz[], $5::boolean[])
                        on conflict (kind, key) do update set
                          queue = excluded.queue,
                          due = case when excluded.woken then least(d.due, excluded.due) else excluded.due end,
                          woken = excluded.woken,
                          failing_since = case when excluded.woken then d.failing_since end
                        """,
                        rows.stream().map(DueChange::kind).toArray(String[]::new),
                        rows.stream().map(DueChange::key).toArray(String[]::new),
                        rows.stream().map(DueRows::queue).toArray(String[]::new),
                        rows.stream().map(DueRows::when).toArray(OffsetDateTime[]::new),
                        rows.stream().map(DueChange.Wake.class::isInstance).toArray(Boolean[]::new))
                .replaceWithVoid();
    }

    private static String queue(DueChange change) {
        return switch (change) {
            case DueChange.At at -> at.queue();
            // Something is new: it is looked at even while its queue is full.
            case DueChange.Wake wake -> "";
            case DueChange.Never never -> "";
            case DueChange.Forget forget -> "";
        };
    }

    private static OffsetDateTime when(DueChange change) {
        return switch (change) {
            case DueChange.At at -> time(at.when());
            case DueChange.Wake wake -> time(wake.now());
            case DueChange.Never never -> time(NEVER);
            case DueChange.Forget forget -> time(NEVER);
        };
    }

    private static Uni<Void> delete(Statements statements, List<DueChange> rows) {
        if (rows.isEmpty()) {
            return Uni.createFrom().voidItem();
        }
        return statements
                .update(
                        """
                        delete from ledger_due d using unnest($1::text[], $2::text[]) as gone (kind, key)
                        where d.kind = gone.kind and d.key = gone.key
                        """,
                        rows.stream().map(DueChange::kind).toArray(String[]::new),
                        rows.stream().map(DueChange::key).toArray(String[]::new))
                .replaceWithVoid();
    }

    /**
     * Holds back whoever wakes the key until this transaction ends. For who is about to forget a key whose entity is
     * not there and so cannot be locked: look again behind this, and either what the waker stored is seen, or its wake
     * comes after the row is gone. Last of all locks.
     */
    public static Uni<Void> lock(Statements statements, String kind, String key) {
        return statements
                .select("select 1 from ledger_due where kind = $1 and key = $2 for update", kind, key)
                .replaceWithVoid();
    }

    /**
     * Work that failed by itself: not at once again, whatever else becomes due.
     *
     * @param lasts for how long it fails, where the row does not know: a work in two transactions may have computed a
     *     time in the first
     */
    static Uni<Void> postpone(Statements statements, String kind, String key, Duration by, Duration lasts) {
        return statements
                .update("""
                        update ledger_due
                        set due = clock_timestamp() + $3 * interval '1 millisecond',
                            failing_since = coalesce(failing_since, clock_timestamp() - $4 * interval '1 millisecond')
                        where kind = $1 and key = $2
                        """, kind, key, (double) by.toMillis(), (double) lasts.toMillis())
                .replaceWithVoid();
    }

    /** Which of these have not been done since they failed. */
    static Uni<Set<String>> failing(Statements statements, String kind, Collection<String> keys) {
        return statements
                .select("""
                        select key from ledger_due where kind = $1 and key = any($2) and failing_since is not null
                        """, kind, keys.toArray(String[]::new))
                .map(rows -> rows.stream().map(row -> (String) row[0]).collect(Collectors.toUnmodifiableSet()));
    }

    /**
     * The keys that are due, longest due first; takes no lock: who works on a key locks the entity first and then looks
     * again whether there is anything to do.
     *
     * @param excluded keys that this process works on already
     */
    static Uni<List<Due>> next(Statements statements, String kind, int limit, List<String> excluded, DueQueues queues) {
        List<Map.Entry<String, Integer>> taken = List.copyOf(queues.taken().entrySet());
        return statements
                .select(
                        """
                        with recursive queues (queue) as (
                          select min(queue) from ledger_due where kind = $1 and queue > ''
                          union all
                          select (select min(queue) from ledger_due d where d.kind = $1 and d.queue > queues.queue)
                          from queues where queues.queue is not null
                        )
                        select key, queue from (
                          (select key, queue, due from ledger_due
                           where kind = $1 and queue = '' and due <= clock_timestamp() and key <> all($3::text[])
                           order by due limit $2)
                          union all
                          select queued.key, queued.queue, queued.due
                          from queues left join unnest($5::text[], $6::int[]) as taken (queue, permits) using (queue)
                          cross join lateral (
                            select key, queue, due from ledger_due d
                            where d.kind = $1 and d.queue = queues.queue and d.due <= clock_timestamp()
                              and d.key <> all($3::text[])
                            order by d.due limit greatest(0, $4::bigint - coalesce(taken.permits, 0))) queued
                        ) found
                        order by due limit $2
                        """,
                        kind,
                        limit,
                        excluded.toArray(String[]::new),
                        (long) queues.permits(),
                        taken.stream().map(Map.Entry::getKey).toArray(String[]::new),
                        taken.stream().map(Map.Entry::getValue).toArray(Integer[]::new))
                .map(rows -> rows.stream()
                        .map(row -> new Due((String) row[0], (String) row[1]))
                        .toList());
    }

    /** A key that is due, and its queue. */
    public record Due(String key, String queue) {}

    private static OffsetDateTime time(Instant instant) {
        return instant.atOffset(ZoneOffset.UTC);
    }
}
