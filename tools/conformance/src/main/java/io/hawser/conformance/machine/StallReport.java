package io.hawser.conformance.machine;

import io.hawser.bus.service.HawserService;
import io.hawser.embedded.postgres.PostgresDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Describes the state of everything when an awaited event did not come: how far each service has read, the ends of its
 * topics, and what is due, unsent and in progress in its database. Also makes every JVM write a thread dump to its log.
 * Never fails.
 */
public final class StallReport {
    private static final Map<String, String> QUESTIONS = new TreeMap<>(Map.of(
            "positions", "select topic, partition, next, topic_id from ledger_position order by topic, partition",
            "due",
                    "select kind, key, queue, due, woken, clock_timestamp() from ledger_due "
                            + "where due < '9998-01-01' order by due",
            "outbox", "select shard, id, topic, key from ledger_outbox order by id",
            "relays", "select * from ledger_shard order by shard",
            "sessions",
                    "select pid, state, wait_event_type, wait_event, xact_start, "
                            + "state_change, pg_blocking_pids(pid) blocked_by,"
                            + " left(query, 300) query from pg_stat_activity where datname = current_database()"));

    private final ConformanceMachine machine;
    private final StringBuilder text = new StringBuilder();

    private StallReport(ConformanceMachine machine) {
        this.machine = machine;
    }

    /** @param file is written anew */
    public static void describe(ConformanceMachine machine, Path file) {
        StallReport seen = new StallReport(machine);
        seen.text.append("at ").append(Instant.now()).append('\n');
        seen.topics();
        HawserService.namesWithDatabase().forEach(service -> seen.database(machine.database(service)));
        seen.threads();
        try {
            Files.writeString(file, seen.text);
        } catch (IOException e) {
            // Evidence that cannot be written is no second failure.
        }
    }

    /** Only for JVMs: to other processes the signal has another meaning. */
    private void threads() {
        List<String> jvms = new ArrayList<>(HawserService.namesWithDatabase());
        ConformanceMachine.NODES.forEach(node -> jvms.add(ConformanceMachine.agent(node)));
        machine.supervisor().running().stream().filter(jvms::contains).forEach(machine.supervisor()::dumpThreads);
    }

    private void topics() {
        title("ends of the topics");
        try {
            Map<String, Long> ends = new TreeMap<>();
            TopicAdmin.ends(machine.bootstrapServers())
                    .forEach((partition, end) -> ends.put(partition.toString(), end));
            ends.forEach((partition, end) ->
                    text.append(partition).append(' ').append(end).append('\n'));
        } catch (IllegalStateException e) {
            text.append(e.getMessage()).append('\n');
        }
    }

    private void database(PostgresDatabase database) {
        QUESTIONS.forEach((subject, query) -> {
            title(database.user() + ": " + subject);
            try {
                database.rows(query, StallReport::row).forEach(text::append);
            } catch (SQLException e) {
                text.append("cannot be read: ").append(e.getMessage()).append('\n');
            }
        });
    }

    private static String row(ResultSet row) throws SQLException {
        StringBuilder line = new StringBuilder();
        for (int column = 1; column <= row.getMetaData().getColumnCount(); column++) {
            line.append(row.getMetaData().getColumnLabel(column))
                    .append('=')
                    .append(row.getString(column))
                    .append(' ');
        }
        return line.append('\n').toString();
    }

    private void title(String title) {
        text.append("\n# ").append(title).append('\n');
    }
}
