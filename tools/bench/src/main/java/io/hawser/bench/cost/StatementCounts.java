package io.hawser.bench.cost;

import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * How many statements volume-service's database has executed.
 *
 * @param statements by kind, each kind present
 * @param ended transactions that ended with COMMIT or ROLLBACK
 */
public record StatementCounts(Map<StatementKind, Long> statements, long ended) {
    private static final Pattern ENDS = Pattern.compile("(commit|end|rollback)\\b(?!\\s+to).*", Pattern.DOTALL);

    public StatementCounts {
        statements = Map.copyOf(statements);
    }

    /** A statement's text, and how often it was executed. */
    record Executed(String query, long calls) {}

    static StatementCounts of(List<Executed> all) {
        Map<StatementKind, Long> statements = new EnumMap<>(StatementKind.class);
        for (StatementKind kind : StatementKind.values()) {
            statements.put(kind, 0L);
        }
        long ended = 0;
        for (Executed each : all) {
            statements.merge(StatementKind.of(each.query()), each.calls(), Long::sum);
            if (ENDS.matcher(each.query().strip().toLowerCase(Locale.ROOT)).matches()) {
                ended += each.calls();
            }
        }
        return new StatementCounts(statements, ended);
    }

    StatementCounts since(StatementCounts earlier) {
        Map<StatementKind, Long> counts = new EnumMap<>(StatementKind.class);
        statements.forEach((kind, count) -> counts.put(kind, count - earlier.count(kind)));
        return new StatementCounts(counts, ended - earlier.ended);
    }

    public long all() {
        return statements.entrySet().stream()
                .filter(kind -> kind.getKey() != StatementKind.CONTROL)
                .mapToLong(Map.Entry::getValue)
                .sum();
    }

    long count(StatementKind kind) {
        return statements.getOrDefault(kind, 0L);
    }

    /** A statement of the relay, and a look for due work, is a transaction of its own. */
    long transactions(StatementKind kind) {
        return kind == StatementKind.DECISIONS ? ended : count(kind);
    }
}
