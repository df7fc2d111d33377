package io.hawser.testkit.upgrade;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a migration may do while replicas of the release before it still run: it expands. What it takes away it takes
 * away one release
 * later, in a file whose name says so ({@code V0123__contract_NAME.sql}), when no statement of the release before
 * names it any more.
 */
public final class MigrationRules {
    private static final Pattern CREATED = Pattern.compile("create table (?:if not exists )?(\\w+).*");
    /** A failure leaves a part of the index: a migration that does not drop it first can never be made again. */
    private static final Pattern REPEATABLE_INDEX =
            Pattern.compile("drop index concurrently if exists (\\w+) ?; ?create (unique )?index concurrently \\1 ");

    private static final Pattern END = Pattern.compile("(?<!drop index concurrently if exists \\w{1,63});|; ?$");
    private static final Pattern INDEX = Pattern.compile("create (?:unique )?index (?!repeatable).* on (\\w+).*");
    private static final Pattern UNIQUE = Pattern.compile("create unique index .* on (\\w+).*");
    private static final Pattern HARMLESS =
            Pattern.compile("(create (table|sequence|view|(unique )?index)|comment on|insert into) .*");
    private static final Pattern ADDS = Pattern.compile("alter table \\w+ (add column .*)");
    private static final Pattern CONSTRAINT = Pattern.compile("alter table (\\w+) add constraint (.*)");
    private static final Pattern CONTRACTS =
            Pattern.compile("drop (table|index|view|sequence|column) .*|alter table \\w+ drop (column|constraint) .*");
    private static final Pattern TOUCHES = Pattern.compile(
            ".*\\b(drop|rename|alter column|set not null|primary key|unique|references|serial|stored)\\b.*");
    /** A default that PostgreSQL evaluates for each row rewrites the table; {@code now()} is one value for all. */
    private static final Pattern VOLATILE = Pattern.compile(".*default (?!now\\(\\))\\w+\\(.*");

    private MigrationRules() {}

    /**
     * @param file its name
     * @return what it must not do, one sentence each, in the file's order
     */
    public static List<String> broken(String file, String sql) {
        boolean contract = file.contains("__contract_");
        Set<String> created = new HashSet<>();
        List<String> sentences = new ArrayList<>();
        for (String statement : statements(sql)) {
            String simple = REPEATABLE_INDEX.matcher(statement).replaceFirst("create $2index repeatable $1 ");
            broken(simple, contract, created)
                    .ifPresent(message -> sentences.add(file + ": " + message + ": " + statement));
        }
        return sentences;
    }

    private static Optional<String> broken(String statement, boolean contract, Set<String> created) {
        Matcher table = CREATED.matcher(statement);
        if (table.matches()) {
            created.add(table.group(1));
        }
        Matcher index = INDEX.matcher(statement);
        if (index.matches() && !created.contains(index.group(1))) {
            return Optional.of("an index of a table in use is dropped if it exists, then created, both concurrently");
        }
        if (!contract
                && (restricts(UNIQUE.matcher(statement), created)
                        || restricts(CONSTRAINT.matcher(statement), created))) {
            return Optional.of("the release before may insert what this refuses: it comes one release later");
        }
        Matcher constraint = CONSTRAINT.matcher(statement);
        if (restricts(constraint, created) && !constraint.group(2).endsWith(" not valid")) {
            return Optional.of("a constraint on a table in use is added as not valid");
        }
        if (CONTRACTS.matcher(statement).matches()) {
            return contract ? Optional.empty() : Optional.of("what the release before reads goes one release later");
        }
        if (HARMLESS.matcher(statement).matches()
                || CONSTRAINT.matcher(statement).matches()) {
            return Optional.empty();
        }
        Matcher adds = ADDS.matcher(statement);
        return adds.matches() ? added(adds.group(1)) : Optional.of("a migration only adds");
    }

    /** From this moment on, rows that are there or not: NOT VALID and CONCURRENTLY spare only those that are. */
    private static boolean restricts(Matcher statement, Set<String> created) {
        return statement.matches() && !created.contains(statement.group(1));
    }

    private static Optional<String> added(String columns) {
        if (TOUCHES.matcher(columns).matches()) {
            return Optional.of("a migration only adds");
        }
        if (columns.contains("not null") && !columns.contains("default")) {
            return Optional.of("the release before inserts rows without this column: it needs a default");
        }
        return VOLATILE.matcher(columns).matches() ? Optional.of("this default rewrites the table") : Optional.empty();
    }

    private static List<String> statements(String sql) {
        String bare = sql.replaceAll("--[^\\n]*", " ").toLowerCase(Locale.ROOT).replaceAll("\\s+", " ");
        return Arrays.stream(END.split(bare))
                .map(String::strip)
                .filter(each -> !each.isEmpty())
                .toList();
    }
}
