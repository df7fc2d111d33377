package io.hawser.conformance.run;

import io.hawser.bus.service.HawserService;
import io.hawser.cli.look.Look;
import io.hawser.conformance.machine.TopicAdmin;
import io.hawser.embedded.postgres.PostgresDatabase;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.TopicPartition;

/**
 * Waits until the services have read what was written, done what was due then, and sent the results. Before that
 * nothing is settled, whatever the tables contain: a service that was killed may have minutes of records to read, among
 * them the end of a task whose mount everybody takes for present. Work that concurrent plays on the same machine cause
 * meanwhile is not waited for, because it may never stop.
 */
final class CaughtUp {
    private CaughtUp() {}

    /** Returns when every service with a database has processed its topics up to their present ends. */
    static void await(RunContext context) {
        Map<TopicPartition, Long> ends = TopicAdmin.ends(context.machine().bootstrapServers());
        HawserService.namesWithDatabase().forEach(service -> {
            PostgresDatabase database = context.machine().database(service);
            await(
                    context,
                    service + " to have read its topics as far as they went",
                    () -> Look.gone(behind(positions(database), ends), left -> left));
            String now = mark(context, database, "select clock_timestamp()");
            await(
                    context,
                    service + " to have done what was due",
                    () -> none(database, "keys that were due", "ledger_due where due <= '" + now + "'"));
            String last = mark(context, database, "select coalesce(max(id), 0) from ledger_outbox");
            await(
                    context,
                    service + " to have sent what it wrote",
                    () -> none(database, "records unsent", "ledger_outbox where id <= " + last));
        });
    }

    private interface Question<T> {
        Look<T> ask() throws SQLException;
    }

    /** The database may still be starting. */
    private static <T> T await(RunContext context, String what, Question<T> question) {
        return context.await(what, () -> {
            try {
                return question.ask();
            } catch (SQLException e) {
                return new Look.NotYet<>("its database cannot be read: " + e.getMessage());
            }
        });
    }

    /** A present value from the database. */
    private static String mark(RunContext context, PostgresDatabase database, String query) {
        return await(
                context,
                "an answer of " + database.user() + "'s database",
                () -> new Look.Ready<>(
                        database.rows(query, row -> row.getString(1)).getFirst()));
    }

    /** One partition that was read, but not to its end, in words. */
    static Optional<String> behind(Map<TopicPartition, Long> positions, Map<TopicPartition, Long> ends) {
        return positions.entrySet().stream()
                .filter(position -> position.getValue() < ends.getOrDefault(position.getKey(), 0L))
                .map(position -> position.getKey() + " is read up to " + position.getValue() + " of "
                        + ends.get(position.getKey()))
                .sorted()
                .findFirst();
    }

    private static Map<TopicPartition, Long> positions(PostgresDatabase database) throws SQLException {
        Map<TopicPartition, Long> positions = new HashMap<>();
        database.rows(
                "select topic, partition, next from ledger_position",
                row -> positions.put(new TopicPartition(row.getString(1), row.getInt(2)), row.getLong(3)));
        return positions;
    }

    private static Look<Boolean> none(PostgresDatabase database, String what, String rows) throws SQLException {
        long left = database.number("select count(*) from " + rows);
        return Look.of(left == 0, () -> left + " " + what);
    }
}
