package io.hawser.bench.volumes;

import io.hawser.bench.report.Phase;
import io.hawser.embedded.postgres.PostgresDatabase;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * Commits intent and outcome of each call, so that a worker that was killed knows what to repeat. One row for each
 * volume, one statement with its commit in one round trip: the least that one would write without Hawser.
 */
final class DurableLog implements CallLog, AutoCloseable {
    private static final String TABLE = """
            create table if not exists worker_volume (
              name text primary key, phase text not null, done boolean not null, node text, result text,
              changed timestamptz not null default now())
            """;

    private final Connection connection;
    private final PreparedStatement begin;
    private final PreparedStatement intent;
    private final PreparedStatement outcome;
    private final PreparedStatement end;
    private final List<Double> commitMs = new ArrayList<>();

    private DurableLog(Connection connection) throws SQLException {
        this.connection = connection;
        try (var statement = connection.createStatement()) {
            statement.execute(TABLE);
        }
        begin = connection.prepareStatement(
                "insert into worker_volume (phase, node, name, done) values (?, ?, ?, false)");
        intent = connection.prepareStatement(
                "update worker_volume set phase = ?, node = ?, done = false, changed = now() where name = ?");
        outcome = connection.prepareStatement(
                "update worker_volume set result = ?, done = true, changed = now() where name = ?");
        end = connection.prepareStatement("delete from worker_volume where name = ?");
    }

    static DurableLog in(PostgresDatabase database) {
        try {
            return new DurableLog(database.connect());
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public void intent(Phase phase, String volume, String node) {
        commit(phase == Phase.CREATE ? begin : intent, phase.word(), node, volume);
    }

    @Override
    public void outcome(Phase phase, String volume, String result) {
        if (phase == Phase.DELETE) {
            commit(end, volume);
        } else {
            commit(outcome, result, volume);
        }
    }

    /** The times of all commits, which are forgotten then. */
    List<Double> takeCommitMs() {
        List<Double> taken = List.copyOf(commitMs);
        commitMs.clear();
        return taken;
    }

    private void commit(PreparedStatement statement, String... values) {
        try {
            for (int i = 0; i < values.length; i++) {
                statement.setString(i + 1, values[i]);
            }
            long began = System.nanoTime();
            // Without BEGIN, the statement is its own transaction and returns after the commit.
            int rows = statement.executeUpdate();
            commitMs.add((System.nanoTime() - began) / 1e6);
            if (rows != 1) {
                throw new BenchFailedException("the durable worker's statement changed %d rows".formatted(rows));
            }
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    private static BenchFailedException failed(SQLException e) {
        return new BenchFailedException("the durable worker's database: " + e.getMessage());
    }

    @Override
    public void close() {
        try {
            connection.close();
        } catch (SQLException e) {
            throw failed(e);
        }
    }
}
