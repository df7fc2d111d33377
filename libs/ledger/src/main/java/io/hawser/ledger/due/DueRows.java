package io.hawser.ledger.due;

import io.hawser.ledger.tx.Statements;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
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

    /** Far enough to mean never, near enough for every client to read. */
    private static final Instant NEVER = Instant.parse("9999-01-01T00:00:00Z");

    /**
     * Writes the changes of one transaction; the last change of a key counts. One statement writes all kept rows in key
     * order, because two transactions that wake each other's entities must not lock the rows in two orders. A computed
     * time means that the work succeeded, so the key no longer counts as failing and its lease ends. A wake leaves the
     * lease: either the replica that has the key sees what changed, or the wake is written after its computed time.
     */
    static Uni<Void> write(Statements statements, List<DueChange> changes) {
        Collection<DueChange> last = lastChanges(changes);
        List<DueChange> kept = last.stream()
                .filter(change -> !(change instanceof DueChange.Forget))
                .toList();
        List<DueChange> gone =
                last.stream().filter(DueChange.Forget.class::isInstance).toList();
        return upsert(statements, kept).chain(() -> delete(statements, gone));
    }

    /** One change for each key, in key order. */
    static Collection<DueChange> lastChanges(List<DueChange> changes) {
        Map<Id, DueChange> last = new TreeMap<>();
        for (DueChange change : changes) {
            last.merge(new Id(change.kind(), change.key()), change, DueRows::combine);
        }
        return last.values();
    }

    /** A wake after a computed time keeps the earlier of both; any other change replaces the one before. */
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
                          leased = case when excluded.woken then d.leased end,
                          worked = case when excluded.woken then d.worked else clock_timestamp() end,
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
            // Something has changed: the entity is worked on even while its queue is full.
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
     * Blocks a wake-up of the key until this transaction ends. For a transaction that is about to delete the row
     * because its entity does not exist, and so cannot be locked. It then checks again: either it sees what the waker
     * stored, or the wake-up comes after the row is gone. Must be the last lock.
     */
    public static Uni<Void> lock(Statements statements, String kind, String key) {
        return statements
                .select("select 1 from ledger_due where kind = $1 and key = $2 for update", kind, key)
                .replaceWithVoid();
    }

    /**
     * Postpones work that failed alone, whatever else becomes due.
     *
     * @param lasts since how long it fails, if the row does not know: a work of two transactions may have computed a
     *     time in the first
     */
    static Uni<Void> postpone(Statements statements, String kind, String key, Duration by, Duration lasts) {
        return statements
                .update("""
                        update ledger_due
                        set due = clock_timestamp() + $3 * interval '1 millisecond', leased = null,
                            failing_since = coalesce(failing_since, clock_timestamp() - $4 * interval '1 millisecond')
                        where kind = $1 and key = $2
                        """, kind, key, (double) by.toMillis(), (double) lasts.toMillis())
                .replaceWithVoid();
    }

    /** Those of these keys that have not succeeded since they failed. */
    static Uni<Set<String>> failing(Statements statements, String kind, Collection<String> keys) {
        return statements
                .select("""
                        select key from ledger_due where kind = $1 and key = any($2) and failing_since is not null
                        """, kind, keys.toArray(String[]::new))
                .map(rows -> rows.stream().map(row -> (String) row[0]).collect(Collectors.toUnmodifiableSet()));
    }

    /**
     * When work on these keys was done last: its due time was computed, or put off. A key on which no work was done yet
     * is missing.
     */
    public static Uni<Map<String, Instant>> worked(Statements statements, String kind, Collection<String> keys) {
        return statements
                .select(
                        "select key, worked from ledger_due where kind = $1 and key = any($2) and worked is not null",
                        kind,
                        keys.toArray(String[]::new))
                .map(rows -> rows.stream()
                        .collect(Collectors.toUnmodifiableMap(
                                row -> (String) row[0], row -> ((OffsetDateTime) row[1]).toInstant())));
    }

    /**
     * Leases due keys to this process, longest due first. Takes no lock that lasts: a worker locks the entity first,
     * and then checks again whether there is anything to do. So a lease prevents nothing; it spares replicas the work
     * that another one does already. A key that another replica is leasing, or has done since this statement began, is
     * passed over.
     *
     * <p>Compares with {@code now()}, because no index serves the volatile {@code clock_timestamp()}: each look would
     * pass all keys that are not due. Each found key is locked by the primary key, and leased by its place in the
     * table ({@code ctid}), which the lock holds: written as joins, PostgreSQL may compare each found key with all keys
     * of the kind, because it does not know how many are found. {@code greatest} skips null.
     *
     * @param excluded keys that this process already works on
     */
    static Uni<Look> next(
            Statements statements, String kind, int limit, Duration lease, List<String> excluded, DueQueues queues) {
        List<Map.Entry<String, Integer>> taken = List.copyOf(queues.taken().entrySet());
        return statements
                .select(
                        """
                        with recursive queues (queue) as (
                          select min(queue) from ledger_due where kind = $1 and queue > ''
                          union all
                          select (select min(queue) from ledger_due d where d.kind = $1 and d.queue > queues.queue)
                          from queues where queues.queue is not null
                        ), found as (
                          select key, queue, due from (
                            (select key, queue, due from ledger_due
                             where kind = $1 and queue = '' and due <= now() and (leased is null or leased <= now())
                               and key not in (select unnest($3::text[]))
                             order by due limit $2)
                            union all
                            select queued.key, queued.queue, queued.due
                            from queues left join unnest($5::text[], $6::int[]) as taken (queue, permits) using (queue)
                            cross join lateral (
                              select key, queue, due from ledger_due d
                              where d.kind = $1 and d.queue = queues.queue and d.due <= now()
                                and (d.leased is null or d.leased <= now())
                                and d.key not in (select unnest($3::text[]))
                              order by d.due limit greatest(0, $4::bigint - coalesce(taken.permits, 0))) queued
                          ) either
                          order by due limit $2
                        ), free as (
                          select locked.row, found.due from found cross join lateral (
                            select d.ctid as row from ledger_due d
                            where d.kind = $1 and d.key = found.key and greatest(d.due, d.leased) <= now()
                            for update skip locked) locked
                        ), mine as (
                          update ledger_due d set leased = now() + $7 * interval '1 millisecond'
                          from free where d.ctid = free.row
                          returning d.key, d.leased, (extract(epoch from now() - free.due) * 1000)::bigint as late
                        )
                        select key, null, leased, late from mine
                        union all
                        select null, queue, null, null from found
                        order by late desc
                        """,
                        kind,
                        limit,
                        excluded.toArray(String[]::new),
                        (long) queues.permits(),
                        taken.stream().map(Map.Entry::getKey).toArray(String[]::new),
                        taken.stream().map(Map.Entry::getValue).toArray(Integer[]::new),
                        (double) lease.toMillis())
                .map(rows -> look(rows, limit));
    }

    private static Look look(List<Object[]> rows, int limit) {
        List<Leased> leased = new ArrayList<>();
        List<String> queues = new ArrayList<>();
        for (Object[] row : rows) {
            if (row[0] == null) {
                queues.add((String) row[1]);
            } else {
                leased.add(leased(row));
            }
        }
        return new Look(leased, queues, queues.size() < limit);
    }

    /**
     * What a look found.
     *
     * @param leased keys that are leased to this process
     * @param queues the queue of each row found, also of those that another replica leased first
     * @param all whether there were no more rows
     */
    public record Look(List<Leased> leased, List<String> queues, boolean all) {}

    private static Leased leased(Object[] row) {
        return new Leased((String) row[0], (OffsetDateTime) row[2], Duration.ofMillis((Long) row[3]));
    }

    /**
     * A due key.
     *
     * @param until when its lease ends; no other lease of the key has that time
     * @param late for how long it was due before it was leased
     */
    public record Leased(String key, OffsetDateTime until, Duration late) {}

    /**
     * Ends a lease of this process with the time of the next work. Locks no entity: what was decided or woken since the
     * lease began stands instead.
     *
     * @return whether nothing was
     */
    static Uni<Boolean> putOff(Statements statements, String kind, Leased leased, Duration pause) {
        return statements
                .update("""
                        update ledger_due
                        set leased = null, due = clock_timestamp() + $4 * interval '1 millisecond',
                            worked = clock_timestamp(), failing_since = null
                        where kind = $1 and key = $2 and leased = $3 and not woken
                        """, kind, leased.key(), leased.until(), (double) pause.toMillis())
                .map(changed -> changed == 1);
    }

    /** Ends leases of this process whose keys are still due: nothing was decided about them. */
    static Uni<Void> release(Statements statements, String kind, List<Leased> leased) {
        return statements
                .update(
                        """
                        update ledger_due d set leased = null
                        from (select d.key, d.leased from ledger_due d
                              join unnest($2::text[], $3::timestamptz[]) as mine (key, leased) using (key, leased)
                              where d.kind = $1 order by d.key for update of d) as mine
                        where d.kind = $1 and d.key = mine.key and d.leased = mine.leased
                        """,
                        kind,
                        leased.stream().map(Leased::key).toArray(String[]::new),
                        leased.stream().map(Leased::until).toArray(OffsetDateTime[]::new))
                .replaceWithVoid();
    }

    private static OffsetDateTime time(Instant instant) {
        return instant.atOffset(ZoneOffset.UTC);
    }
}
