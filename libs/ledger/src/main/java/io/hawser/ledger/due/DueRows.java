package io.hawser.ledger.due;

import io.hawser.ledger.tx.Statements;
import io.smallrye.mutiny.Uni;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

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

    /** Writes the changes of one transaction in three statements at most, rows in key order. The last word on a key counts. */
    public static Uni<Void> write(Statements statements, List<DueChange> changes) {
        if (changes.isEmpty()) {
            return Uni.createFrom().voidItem();
        }
        Map<Id, DueChange> last = new LinkedHashMap<>();
        for (DueChange change : changes) {
            last.merge(new Id(change.kind(), change.key()), change, DueRows::combine);
        }
        Map<Id, DueChange.At> at = new TreeMap<>();
        Map<Id, DueChange.Wake> wake = new TreeMap<>();
        Map<Id, DueChange.Never> never = new TreeMap<>();
        last.forEach((id, change) -> {
            switch (change) {
                case DueChange.At a -> at.put(id, a);
                case DueChange.Wake w -> wake.put(id, w);
                case DueChange.Never n -> never.put(id, n);
            }
        });
        return upsert(statements, at.values().stream().toList())
                .chain(() -> wake(statements, wake.values().stream().toList()))
                .chain(() -> delete(statements, never.values().stream().toList()));
    }

    /** A wake after a computed time keeps the earlier of both; anything else replaces. */
    private static DueChange combine(DueChange before, DueChange after) {
        if (after instanceof DueChange.Wake w && before instanceof DueChange.At a) {
            return new DueChange.At(a.kind(), a.key(), a.lane(), a.when().isBefore(w.now()) ? a.when() : w.now());
        }
        return after;
    }

    private static Uni<Void> upsert(Statements statements, List<DueChange.At> rows) {
        if (rows.isEmpty()) {
            return Uni.createFrom().voidItem();
        }
        return statements
                .update(
                        """
                        insert into ledger_due (kind, key, lane, due)
                        select * from unnest($1::text[], $2::text[], $3::text[], $4::timestamptz[])
                        on conflict (kind, key) do update set lane = excluded.lane, due = excluded.due
                        """,
                        rows.stream().map(DueChange.At::kind).toArray(String[]::new),
                        rows.stream().map(DueChange.At::key).toArray(String[]::new),
                        rows.stream().map(DueChange.At::lane).toArray(String[]::new),
                        rows.stream().map(row -> time(row.when())).toArray(OffsetDateTime[]::new))
                .replaceWithVoid();
    }

    private static Uni<Void> wake(Statements statements, List<DueChange.Wake> rows) {
        if (rows.isEmpty()) {
            return Uni.createFrom().voidItem();
        }
        return statements
                .update(
                        """
                        insert into ledger_due as d (kind, key, lane, due)
                        select * from unnest($1::text[], $2::text[], $3::text[], $4::timestamptz[])
                        on conflict (kind, key) do update set due = least(d.due, excluded.due)
                        """,
                        rows.stream().map(DueChange.Wake::kind).toArray(String[]::new),
                        rows.stream().map(DueChange.Wake::key).toArray(String[]::new),
                        rows.stream().map(DueChange.Wake::lane).toArray(String[]::new),
                        rows.stream().map(row -> time(row.now())).toArray(OffsetDateTime[]::new))
                .replaceWithVoid();
    }

    private static Uni<Void> delete(Statements statements, List<DueChange.Never> rows) {
        if (rows.isEmpty()) {
            return Uni.createFrom().voidItem();
        }
        return statements
                .update(
                        """
                        delete from ledger_due d using unnest($1::text[], $2::text[]) as gone (kind, key)
                        where d.kind = gone.kind and d.key = gone.key
                        """,
                        rows.stream().map(DueChange.Never::kind).toArray(String[]::new),
                        rows.stream().map(DueChange.Never::key).toArray(String[]::new))
                .replaceWithVoid();
    }

    /**
     * The keys that are due, longest due first; takes no lock: who works on a key locks the entity first and then looks again whether
     * there is anything to do.
     *
     * @param excluded keys that this process works on already
     */
    static Uni<List<Due>> next(Statements statements, String kind, int limit, List<String> excluded) {
        return statements
                .select("""
                        select key, lane from ledger_due
                        where kind = $1 and due <= clock_timestamp() and key <> all($3::text[])
                        order by due limit $2
                        """, kind, limit, excluded.toArray(String[]::new))
                .map(rows -> rows.stream()
                        .map(row -> new Due((String) row[0], (String) row[1]))
                        .toList());
    }

    /** A key that is due, and its lane. */
    public record Due(String key, String lane) {}

    private static OffsetDateTime time(Instant instant) {
        return instant.atOffset(ZoneOffset.UTC);
    }
}
