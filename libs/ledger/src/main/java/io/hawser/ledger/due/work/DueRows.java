package io.hawser.ledger.due.work;

import io.hawser.ledger.due.DueChange;
import io.hawser.ledger.due.DueChanges;
import io.hawser.ledger.tx.db.Statements;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** The table of due work, without its {@link DueLeases leases}. */
public final class DueRows {
    /** Far enough to mean never, near enough for every client to read. */
    private static final Instant NEVER = Instant.parse("9999-01-01T00:00:00Z");

    private DueRows() {}

    /**
     * Writes the changes of one transaction; the last change of a key counts. One statement writes all kept rows in key
     * order, because two transactions that wake each other's entities must not lock the rows in two orders. A computed
     * time means that the work succeeded, so the key no longer counts as failing and its lease ends. A wake leaves the
     * lease: either the replica that has the key sees what changed, or the wake is written after its computed time.
     */
    static Uni<Void> write(Statements statements, List<DueChange> changes) {
        Collection<DueChange> last = DueChanges.last(changes);
        List<DueChange> kept = last.stream()
                .filter(change -> !(change instanceof DueChange.Forget))
                .toList();
        List<DueChange> gone =
                last.stream().filter(DueChange.Forget.class::isInstance).toList();
        return upsert(statements, kept).chain(() -> delete(statements, gone));
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
                        rows.stream().map(DueRows::when).toArray(Instant[]::new),
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

    private static Instant when(DueChange change) {
        return switch (change) {
            case DueChange.At at -> at.when();
            case DueChange.Wake wake -> wake.now();
            case DueChange.Never never -> NEVER;
            case DueChange.Forget forget -> NEVER;
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
     * Blocks a wake-up of the key until this transaction ends. For a transaction that will delete the row
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
                                row -> (String) row[0], row -> Statements.instant(row[1]))));
    }
}
