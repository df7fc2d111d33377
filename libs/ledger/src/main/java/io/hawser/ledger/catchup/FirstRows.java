package io.hawser.ledger.catchup;

import io.hawser.ledger.tx.Statements;
import io.smallrye.mutiny.Uni;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Due work that is decided before everything else, by {@code KIND KEY}. */
final class FirstRows {
    private FirstRows() {}

    static Uni<Set<String>> due(Statements statements, List<String> kinds, Instant now) {
        return keys(statements.select(
                "select kind || ' ' || key from ledger_due where kind = any($1) and due <= $2",
                kinds.toArray(String[]::new),
                now.atOffset(ZoneOffset.UTC)));
    }

    /** A decision writes a computed due time. A failure only postpones the row, which stays woken. */
    static Uni<Set<String>> left(Statements statements, List<String> kinds, GatePhase.Deciding deciding) {
        return keys(statements.select(
                """
                select kind || ' ' || key from ledger_due
                where kind = any($1) and (due <= $2 or woken) and kind || ' ' || key = any($3)
                """,
                kinds.toArray(String[]::new),
                deciding.since().atOffset(ZoneOffset.UTC),
                deciding.keys().toArray(String[]::new)));
    }

    private static Uni<Set<String>> keys(Uni<List<Object[]>> rows) {
        return rows.map(found -> found.stream().map(row -> (String) row[0]).collect(Collectors.toUnmodifiableSet()));
    }
}
