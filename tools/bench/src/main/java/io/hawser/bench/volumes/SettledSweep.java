package io.hawser.bench.volumes;

import io.hawser.bench.machine.BenchMachine;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/** One sweep of the plugin, in which nothing else happens: whether it passed, and whether it wrote a row. */
final class SettledSweep implements AutoCloseable {
    /** Volumes on each page of the plugin's listing. */
    static final int PAGE = 500;

    private static final long LOOK_NANOS = Duration.ofMillis(100).toNanos();
    /** The tables with the state of volumes, tasks and mounts. */
    private static final List<String> TABLES = List.of(
            "volume", "publication", "claim", "task", "command", "orphaned_volume", "orphaned_mount", "ledger_outbox");

    private final Connection connection;
    private final Statement sql;
    private final String plugin;
    private final String from;
    private final long transaction;
    private final List<Long> rows;
    private final long records;

    private SettledSweep(Connection connection, String plugin) throws SQLException {
        this.connection = connection;
        this.sql = connection.createStatement();
        this.plugin = plugin;
        this.rows = rows();
        this.records = number("select last_value from ledger_outbox_id");
        this.from = text("select clock_timestamp()::text");
        this.transaction = number("select pg_current_xact_id()::text::bigint");
    }

    /** Makes the sweep due; volume-service does not run yet. */
    static SettledSweep due(BenchMachine machine, String plugin) {
        try {
            SettledSweep sweep = new SettledSweep(machine.tables(), plugin);
            sweep.sql.execute("update ledger_due set due = now() where kind = 'sweep' and key = '" + plugin + "'");
            return sweep;
        } catch (SQLException e) {
            throw new BenchFailedException("no sweep can be made due: " + e.getMessage());
        }
    }

    /** Returns when the plugin's listing was read and compared. */
    void await(Duration atMost) throws SQLException {
        long giveUp = System.nanoTime() + atMost.toNanos();
        // Until then a replica has the listing to itself; afterwards the column has the end of the sweep.
        while (number("select count(*) from sweep where plugin = '" + plugin + "' and until > '" + from
                        + "' and until <= clock_timestamp()")
                == 0) {
            if (System.nanoTime() - giveUp > 0) {
                throw new BenchFailedException("after %d s no sweep has passed".formatted(atMost.toSeconds()));
            }
            LockSupport.parkNanos(LOOK_NANOS);
        }
    }

    /** @throws BenchFailedException if a row was written, or a record */
    void requireNothingWritten() throws SQLException {
        List<Long> now = rows();
        for (int i = 0; i < TABLES.size(); i++) {
            long written = number(
                    "select count(*) from %s where xmin::text::bigint >= %d".formatted(TABLES.get(i), transaction));
            if (written > 0 || !now.get(i).equals(rows.get(i))) {
                throw new BenchFailedException(
                        "the start and the sweep were to write nothing, but of %s they wrote %d rows, and %d became %d"
                                .formatted(TABLES.get(i), written, rows.get(i), now.get(i)));
            }
        }
        long written = number("select last_value from ledger_outbox_id") - records;
        if (written > 0) {
            throw new BenchFailedException("the start and the sweep wrote %d records".formatted(written));
        }
    }

    private List<Long> rows() throws SQLException {
        List<Long> counts = new ArrayList<>();
        for (String table : TABLES) {
            counts.add(number("select count(*) from " + table));
        }
        return List.copyOf(counts);
    }

    private long number(String query) throws SQLException {
        return Long.parseLong(text(query));
    }

    private String text(String query) throws SQLException {
        try (ResultSet row = sql.executeQuery(query)) {
            row.next();
            return row.getString(1);
        }
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
