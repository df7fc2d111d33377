package io.hawser.conformance.run;

import io.hawser.bus.service.HawserService;
import io.hawser.bus.topic.HawserTopic;
import io.hawser.cli.look.Look;
import io.hawser.conformance.machine.TopicOffsets;
import io.hawser.embedded.postgres.PostgresDatabase;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
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
        Map<TopicPartition, Long> ends = ends(context.machine().bootstrapServers());
        HawserService.namesWithDatabase().forEach(service -> {
            PostgresDatabase database = context.machine().database(service);
            context.await(
                    service + " to have read its topics as far as they went",
                    () -> look(database, statement -> behind(positions(statement), ends)));
            String now = mark(context, database, "select clock_timestamp()");
            String due = "select count(*) from ledger_due where due <= '" + now + "'";
            context.await(
                    service + " to have done what was due",
                    () -> look(database, statement -> some(statement, "keys that were due", due)));
            String last = mark(context, database, "select coalesce(max(id), 0) from ledger_outbox");
            String unsent = "select count(*) from ledger_outbox where id <= " + last;
            context.await(
                    service + " to have sent what it wrote",
                    () -> look(database, statement -> some(statement, "records unsent", unsent)));
        });
    }

    /** The remaining work, in words; empty: none. */
    private interface Question {
        Optional<String> ask(Statement statement) throws SQLException;
    }

    private static Look<Boolean> look(PostgresDatabase database, Question question) {
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement()) {
            return Look.gone(question.ask(statement), left -> left);
        } catch (SQLException e) {
            return cannotBeRead(e);
        }
    }

    /** A present value from the database, which may still be starting. */
    private static String mark(RunContext context, PostgresDatabase database, String query) {
        return context.await("an answer of " + database.user() + "'s database", () -> {
            try (Connection connection = database.connect();
                    Statement statement = connection.createStatement();
                    ResultSet rows = statement.executeQuery(query)) {
                rows.next();
                return new Look.Ready<>(rows.getString(1));
            } catch (SQLException e) {
                return cannotBeRead(e);
            }
        });
    }

    private static <T> Look<T> cannotBeRead(SQLException e) {
        return new Look.NotYet<>("its database cannot be read: " + e.getMessage());
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

    private static Map<TopicPartition, Long> positions(Statement statement) throws SQLException {
        Map<TopicPartition, Long> positions = new HashMap<>();
        try (ResultSet rows = statement.executeQuery("select topic, partition, next from ledger_position")) {
            while (rows.next()) {
                positions.put(new TopicPartition(rows.getString(1), rows.getInt(2)), rows.getLong(3));
            }
        }
        return positions;
    }

    private static Optional<String> some(Statement statement, String what, String count) throws SQLException {
        try (ResultSet rows = statement.executeQuery(count)) {
            rows.next();
            return rows.getLong(1) == 0 ? Optional.empty() : Optional.of(rows.getLong(1) + " " + what);
        }
    }

    private static Map<TopicPartition, Long> ends(String bootstrapServers) {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", bootstrapServers))) {
            return TopicOffsets.ends(admin, List.of(HawserTopic.values()));
        } catch (ExecutionException | TimeoutException e) {
            throw new PlayFailedException("the topics' ends cannot be read: " + e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new PlayFailedException("interrupted");
        }
    }
}
