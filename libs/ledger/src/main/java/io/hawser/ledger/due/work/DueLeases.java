package io.hawser.ledger.due.work;

import io.hawser.ledger.due.DueQueues;
import io.hawser.ledger.due.Leased;
import io.hawser.ledger.tx.db.Statements;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Leases of due keys: which replica works on them, and until when. */
public final class DueLeases {
    /**
     * What a look found.
     *
     * @param leased keys that are leased to this process
     * @param queues the queue of each row found, also of those that another replica leased first
     * @param all whether there were no more rows
     */
    public record Look(List<Leased> leased, List<String> queues, boolean all) {}

    /**
     * No replica has the key. A lease that ends later than one that begins now is none: the database's clock went back,
     * and its owner may be dead. That is compared with the clock, because {@code now()} may be before another look
     * began.
     */
    private static final String FREE =
            "(leased is null or leased <= now() or leased > clock_timestamp() + %s * interval '1 millisecond')";

    private static final String DUE_KINDS = """
            with recursive queues (kind, queue) as (
              select asked.kind, (select min(queue) from ledger_due d where d.kind = asked.kind)
              from unnest($1::text[]) as asked (kind)
              union all
              select kind, (select min(queue) from ledger_due d where d.kind = queues.kind and d.queue > queues.queue)
              from queues where queues.queue is not null
            )
            select distinct kind from queues
            where (
              select true from ledger_due d
              where d.kind = queues.kind and d.queue = queues.queue and d.due <= now() and %s
              limit 1)
            """.formatted(FREE.formatted("$2"));

    private static final String NEXT = """
            with recursive queues (queue) as (
              select min(queue) from ledger_due where kind = $1 and queue > ''
              union all
              select (select min(queue) from ledger_due d where d.kind = $1 and d.queue > queues.queue)
              from queues where queues.queue is not null
            ), found as (
              select key, queue, due from (
                (select key, queue, due from ledger_due
                 where kind = $1 and queue = '' and due <= now()
                   and %1$s
                   and key not in (select unnest($3::text[]))
                 order by due limit $2)
                union all
                select queued.key, queued.queue, queued.due
                from queues left join unnest($5::text[], $6::int[]) as taken (queue, permits) using (queue)
                cross join lateral (
                  select key, queue, due from ledger_due d
                  where d.kind = $1 and d.queue = queues.queue and d.due <= now()
                    and %1$s
                    and d.key not in (select unnest($3::text[]))
                  order by d.due limit greatest(0, $4::bigint - coalesce(taken.permits, 0))) queued
              ) either
              order by due limit $2
            ), free as (
              select locked.row, found.due from found cross join lateral (
                select d.ctid as row from ledger_due d
                where d.kind = $1 and d.key = found.key and d.due <= now()
                  and %1$s
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
            """.formatted(FREE.formatted("$7"));

    private DueLeases() {}

    /**
     * The kinds that have keys which are due, and which no replica works on. Costs a look-up for each kind and queue:
     * PostgreSQL may make a join with the whole table of {@code exists}, and does not of a subquery with a limit.
     */
    static Uni<Set<String>> dueKinds(Statements statements, List<String> kinds, Duration lease) {
        return statements
                .select(DUE_KINDS, kinds.toArray(String[]::new), (double) lease.toMillis())
                .map(rows -> rows.stream().map(row -> (String) row[0]).collect(Collectors.toUnmodifiableSet()));
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
     * of the kind, because it does not know how many are found.
     *
     * @param excluded keys that this process already works on
     */
    static Uni<Look> next(
            Statements statements, String kind, int limit, Duration lease, List<String> excluded, DueQueues queues) {
        List<Map.Entry<String, Integer>> taken = List.copyOf(queues.taken().entrySet());
        return statements
                .select(
                        NEXT,
                        kind,
                        limit,
                        excluded.toArray(String[]::new),
                        (long) queues.permits(),
                        taken.stream().map(Map.Entry::getKey).toArray(String[]::new),
                        taken.stream().map(Map.Entry::getValue).toArray(Integer[]::new),
                        (double) lease.toMillis())
                .map(rows -> look(rows, limit, lease));
    }

    private static Look look(List<Object[]> rows, int limit, Duration lease) {
        List<Leased> leased = new ArrayList<>();
        List<String> queues = new ArrayList<>();
        for (Object[] row : rows) {
            if (row[0] == null) {
                queues.add((String) row[1]);
            } else {
                leased.add(leased(row, lease));
            }
        }
        return new Look(leased, queues, queues.size() < limit);
    }

    private static Leased leased(Object[] row, Duration lease) {
        OffsetDateTime until = (OffsetDateTime) row[2];
        return new Leased((String) row[0], until.minus(lease), until, Duration.ofMillis((Long) row[3]));
    }

    /**
     * Ends a lease of this process with the time of the next work. Locks no entity: what was decided or woken since the
     * lease began stays instead.
     *
     * @return false: the key was decided or woken since
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
}
