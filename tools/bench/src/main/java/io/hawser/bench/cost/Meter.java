package io.hawser.bench.cost;

import io.hawser.bench.cost.StatementCounts.Executed;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** Reads what processes and database have spent. Its own reading is not part of what it measures. */
public final class Meter implements AutoCloseable {
    private static final String EXECUTED =
            "select query, calls from pg_stat_statements join pg_database on oid = dbid where datname = ?";

    private final Supplier<Map<String, List<Long>>> pids;
    private final Connection connection;
    private final PreparedStatement executed;

    /**
     * @param pids of each process under the name of the report
     * @param superuser a connection to the server, which this closes
     * @param database whose statements are counted
     */
    public Meter(Supplier<Map<String, List<Long>>> pids, Connection superuser, String database) throws SQLException {
        this.pids = pids;
        this.connection = superuser;
        try (var statement = connection.createStatement()) {
            statement.execute("create extension if not exists pg_stat_statements");
        }
        this.executed = connection.prepareStatement(EXECUTED);
        executed.setString(1, database);
    }

    /** Before a phase: the CPU times are read last. */
    public Spent before() {
        StatementCounts statements = statements();
        return new Spent(cpu(), statements);
    }

    /** After a phase: the CPU times are read first. */
    public Spent after() {
        CpuTimes cpu = cpu();
        return new Spent(cpu, statements());
    }

    private CpuTimes cpu() {
        return CpuTimes.read(pids.get());
    }

    private StatementCounts statements() {
        List<Executed> all = new ArrayList<>();
        try (ResultSet rows = executed.executeQuery()) {
            while (rows.next()) {
                all.add(new Executed(rows.getString(1), rows.getLong(2)));
            }
        } catch (SQLException e) {
            throw new IllegalStateException("cannot read the database's statements: " + e.getMessage(), e);
        }
        return StatementCounts.of(all);
    }

    @Override
    public void close() {
        try {
            connection.close();
        } catch (SQLException e) {
            throw new IllegalStateException("cannot close the meter's connection: " + e.getMessage(), e);
        }
    }
}
