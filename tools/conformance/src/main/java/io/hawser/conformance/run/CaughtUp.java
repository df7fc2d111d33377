package io.hawser.conformance.run;

import io.hawser.bus.topic.HawserTopic;
import io.hawser.bus.topic.TopicNames;
import io.hawser.cli.look.Look;
import io.hawser.local.service.LocalServices;
import io.hawser.testkit.postgres.PostgresDatabase;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.TopicPartition;

/**
 * Whether the services have read what was written, and dealt with it. Before that nothing is at rest, whatever their tables say: one that was killed may have
 * minutes of records before it, and among them the end of a task whose mount everybody takes for standing.
 */
final class CaughtUp {
    private CaughtUp() {}

    /** Returns when every service with a database has read its topics as far as they went just now, and has nothing to do and nothing unsent. */
    static void await(Stage stage, Duration atMost) {
        Map<TopicPartition, Long> ends = ends(stage.machine().bootstrapServers());
        LocalServices.WITH_DATABASE.forEach(service -> stage.await(
                service + " to have read its topics as far as they went",
                atMost,
                () -> look(stage.machine().database(service), ends)));
    }

    private static Look<Boolean> look(PostgresDatabase database, Map<TopicPartition, Long> ends) {
        try (Connection connection =
                        DriverManager.getConnection(database.jdbcUrl(), database.user(), database.password());
                Statement statement = connection.createStatement()) {
            return behind(positions(statement), ends)
                    .or(() -> some(statement, "records unsent", "select count(*) from ledger_outbox"))
                    .or(() -> some(
                            statement, "keys due", "select count(*) from ledger_due where due <= clock_timestamp()"))
                    .<Look<Boolean>>map(Look.NotYet::new)
                    .orElseGet(() -> new Look.Ready<>(true));
        } catch (SQLException | IllegalStateException e) {
            return new Look.NotYet<>("its database cannot be read: " + e.getMessage());
        }
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

    private static Optional<String> some(Statement statement, String what, String count) {
        try (ResultSet rows = statement.executeQuery(count)) {
            rows.next();
            return rows.getLong(1) == 0 ? Optional.empty() : Optional.of(rows.getLong(1) + " " + what);
        } catch (SQLException e) {
            throw new IllegalStateException(e.getMessage(), e);
        }
    }

    /** High watermarks. */
    private static Map<TopicPartition, Long> ends(String bootstrapServers) {
        Map<TopicPartition, OffsetSpec> latest = new HashMap<>();
        for (HawserTopic topic : HawserTopic.values()) {
            for (int partition = 0; partition < topic.partitions(); partition++) {
                latest.put(new TopicPartition(TopicNames.DEFAULT.of(topic), partition), OffsetSpec.latest());
            }
        }
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", bootstrapServers))) {
            return admin.listOffsets(latest).all().get().entrySet().stream()
                    .collect(Collectors.toMap(
                            Map.Entry::getKey, end -> end.getValue().offset()));
        } catch (ExecutionException e) {
            throw new PlayFailedException(
                    "the topics' ends cannot be read: " + e.getCause().getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new PlayFailedException("interrupted");
        }
    }
}
