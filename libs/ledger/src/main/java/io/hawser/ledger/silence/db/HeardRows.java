package io.hawser.ledger.silence.db;

import io.hawser.ledger.silence.Heard;
import io.hawser.ledger.tx.db.LedgerTransaction;
import io.hawser.ledger.tx.db.Statements;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The table of watched agents. Its rows are locked in the order of their names. */
public final class HeardRows {
    private HeardRows() {}

    /**
     * Stores when the agents of one batch were heard; the last of each name counts.
     *
     * @return those that had been silent
     */
    public static Uni<List<String>> heard(LedgerTransaction tx, Collection<Heard> words) {
        if (words.isEmpty()) {
            return Uni.createFrom().item(List.of());
        }
        Map<String, Heard> last = new TreeMap<>();
        words.forEach(word -> last.put(word.name(), word));
        String[] names = last.keySet().toArray(String[]::new);
        return tx.statements()
                .select("""
                        select name, silent from ledger_heard where name = any($1) order by name for update
                        """, (Object) names)
                .call(() -> tx.execute(
                        """
                        insert into ledger_heard as h (name, heard, applied, interval_ms, silent)
                        select n, a, $3, i, false
                        from unnest($1::text[], $2::timestamptz[], $4::bigint[]) as word (n, a, i) order by n
                        on conflict (name) do update set heard = coalesce(excluded.heard, h.heard),
                          applied = excluded.applied, interval_ms = excluded.interval_ms, silent = false
                        """,
                        names,
                        last.values().stream()
                                .map(word -> word.appended().orElse(null))
                                .toArray(Instant[]::new),
                        tx.now(),
                        last.values().stream()
                                .map(word -> word.interval().toMillis())
                                .toArray(Long[]::new)))
                .map(rows -> rows.stream()
                        .filter(row -> (Boolean) row[1])
                        .map(row -> (String) row[0])
                        .toList());
    }

    /**
     * Marks newly silent agents, up to a limit. The newest broker's time is that of an agent that is heard now: what a
     * broker wrote while its clock was ahead does not count for longer than its agents' next records.
     *
     * @param asOf the database's time at which everything written before had been read
     * @return those that were not silent before
     */
    public static Uni<List<String>> fallen(LedgerTransaction tx, Instant asOf, int most) {
        // The query selects candidates; the rule decides.
        Uni<List<Object[]>> now = tx.statements().select("""
                        select max(heard) from ledger_heard
                        where not silent and applied >= $1::timestamptz - $2 * interval_ms * interval '1 millisecond'
                        """, asOf, Heard.MISSED);
        return now.chain(found -> {
            Optional<Instant> newest = instant(found.getFirst()[0]);
            return tx.statements()
                    .select("""
                            select name, heard, applied, interval_ms from ledger_heard
                            where not silent
                              and (applied < $1::timestamptz - $3 * interval_ms * interval '1 millisecond'
                                or heard < $2::timestamptz - $3 * interval_ms * interval '1 millisecond')
                            order by name limit $4 for update
                            """, asOf, newest.orElse(null), Heard.MISSED, most)
                    .map(rows -> rows.stream()
                            .map(HeardRows::heard)
                            .filter(each -> each.silent(newest, asOf))
                            .map(Heard::name)
                            .toList())
                    .call(names -> names.isEmpty()
                            ? Uni.createFrom().voidItem()
                            : tx.execute("update ledger_heard set silent = true where name = any($1)", (Object)
                                    names.toArray(String[]::new)));
        });
    }

    /** These agents are not expected to be heard again; one that is heard is new. */
    public static Uni<Void> forget(LedgerTransaction tx, Collection<String> names) {
        return names.isEmpty()
                ? Uni.createFrom().voidItem()
                : tx.execute("delete from ledger_heard where name = any($1)", (Object)
                        names.stream().sorted().toArray(String[]::new));
    }

    /** The silent agents among these. */
    public static Uni<Set<String>> silentOf(Statements statements, Collection<String> names) {
        return names.isEmpty()
                ? Uni.createFrom().item(Set.of())
                : statements
                        .select("select name from ledger_heard where silent and name = any($1)", (Object)
                                names.toArray(String[]::new))
                        .map(rows -> rows.stream().map(row -> (String) row[0]).collect(Collectors.toUnmodifiableSet()));
    }

    /** The last records of these agents, locked; agents that were never heard are absent. */
    public static Uni<Map<String, Silence>> lock(LedgerTransaction tx, Collection<String> names) {
        return all(tx.statements(), "where name = any($1) order by name for update", (Object)
                names.stream().sorted().toArray(String[]::new));
    }

    /** The same without a lock. */
    public static Uni<Map<String, Silence>> of(Statements statements, Collection<String> names) {
        return all(statements, "where name = any($1)", (Object) names.toArray(String[]::new));
    }

    private static Uni<Map<String, Silence>> all(Statements statements, String where, Object... parameters) {
        return statements
                .select("select name, heard, applied, interval_ms, silent from ledger_heard " + where, parameters)
                .map(rows -> {
                    Map<String, Silence> found = new TreeMap<>();
                    rows.forEach(row -> found.put((String) row[0], new Silence(heard(row), (Boolean) row[4])));
                    return found;
                });
    }

    /** @param silent more than {@value Heard#MISSED} intervals have passed without a record */
    public record Silence(Heard last, boolean silent) {}

    private static Heard heard(Object[] row) {
        return new Heard(
                (String) row[0], instant(row[1]), Statements.instant(row[2]), Duration.ofMillis((Long) row[3]));
    }

    private static Optional<Instant> instant(Object column) {
        return Optional.ofNullable(column).map(Statements::instant);
    }
}
