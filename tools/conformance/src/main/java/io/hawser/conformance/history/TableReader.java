package io.hawser.conformance.history;

import com.google.protobuf.InvalidProtocolBufferException;
import io.hawser.bus.topic.HawserTopic;
import io.hawser.embedded.postgres.PostgresDatabase;
import io.hawser.v1.Assignment;
import io.hawser.v1.Node;
import io.hawser.v1.Task;
import io.hawser.v1.VolumeSpec;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Reads the services' tables as they are at one moment. */
public final class TableReader {
    private final PostgresDatabase volumeService;
    private final List<PostgresDatabase> all;

    /** @param others databases of the other services, of which only the outbox is read */
    public TableReader(PostgresDatabase volumeService, List<PostgresDatabase> others) {
        this.volumeService = volumeService;
        this.all = new ArrayList<>(others);
        all.addFirst(volumeService);
    }

    /**
     * volume-service's tables come from one snapshot of its database.
     *
     * @throws IllegalStateException naming the database that cannot be read
     */
    public Tables read() {
        Map<String, Long> unsent = ofEach("select count(*) from ledger_outbox");
        Map<String, Long> deadlocks =
                ofEach("select deadlocks from pg_stat_database where datname = current_database()");
        return in(volumeService, connection -> {
            connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
            connection.setAutoCommit(false);
            return new Tables(
                    Instant.now(),
                    rows(connection, "select * from volume order by name", TableReader::volume),
                    rows(connection, "select * from publication order by volume, node", TableReader::publication),
                    applied(connection),
                    read(connection),
                    unsent,
                    deadlocks);
        });
    }

    private Map<String, Long> ofEach(String number) {
        return all.stream()
                .collect(Collectors.toMap(
                        PostgresDatabase::user,
                        database -> in(database, connection -> rows(connection, number, row -> row.getLong(1))
                                .getFirst())));
    }

    private static List<Tables.StateLine> applied(Connection connection)
            throws SQLException, InvalidProtocolBufferException {
        List<Tables.StateLine> lines = new ArrayList<>(rows(
                connection,
                "select name, message from node where not removed and length(message) > 0",
                row -> new Tables.StateLine(
                        HawserTopic.NODES, row.getString("name"), Node.parseFrom(row.getBytes("message")))));
        lines.addAll(rows(
                connection,
                "select name, message from task where not gone",
                row -> new Tables.StateLine(
                        HawserTopic.TASKS, row.getString("name"), Task.parseFrom(row.getBytes("message")))));
        return lines;
    }

    private static Map<String, Long> read(Connection connection) throws SQLException, InvalidProtocolBufferException {
        return rows(
                        connection,
                        "select topic || '-' || partition, max(next) from ledger_position group by topic, partition",
                        row -> Map.entry(row.getString(1), row.getLong(2)))
                .stream()
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    }

    private static Tables.VolumeLine volume(ResultSet row) throws SQLException, InvalidProtocolBufferException {
        return new Tables.VolumeLine(
                row.getString("name"),
                row.getString("uid"),
                VolumeSpec.parseFrom(row.getBytes("spec")),
                row.getString("create_command"),
                row.getBoolean("created"),
                row.getBoolean("uncertain"),
                row.getString("volume_id"),
                retry(row),
                row.getString("call_id") != null);
    }

    private static Tables.PublicationLine publication(ResultSet row)
            throws SQLException, InvalidProtocolBufferException {
        return new Tables.PublicationLine(
                row.getString("volume"),
                row.getString("node"),
                row.getString("state"),
                row.getString("csi_node_id"),
                // A map in a column is stored in the format of this field.
                Assignment.parseFrom(row.getBytes("publish_context")).getVolumeContextMap(),
                row.getBoolean("uncertain"),
                row.getBoolean("unconfirmed"),
                retry(row));
    }

    private static Tables.Retry retry(ResultSet row) throws SQLException {
        return new Tables.Retry(
                Optional.ofNullable(row.getTimestamp("not_before")).map(Timestamp::toInstant),
                row.getObject("parked_at") != null);
    }

    private interface Reading<T, S> {
        T read(S from) throws SQLException, InvalidProtocolBufferException;
    }

    private static <T> T in(PostgresDatabase database, Reading<T, Connection> reading) {
        try (Connection connection = database.connect()) {
            return reading.read(connection);
        } catch (SQLException | InvalidProtocolBufferException e) {
            throw new IllegalStateException("the tables of " + database.user() + " cannot be read", e);
        }
    }

    private static <T> List<T> rows(Connection connection, String query, Reading<T, ResultSet> reading)
            throws SQLException, InvalidProtocolBufferException {
        List<T> lines = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(query)) {
            while (row.next()) {
                lines.add(reading.read(row));
            }
        }
        return lines;
    }
}
