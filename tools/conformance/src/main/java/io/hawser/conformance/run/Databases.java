package io.hawser.conformance.run;

import io.hawser.bus.service.HawserService;
import io.hawser.conformance.machine.ConformanceMachine;
import io.hawser.conformance.scenario.Act.Trouble;
import io.hawser.embedded.process.Command;
import io.hawser.embedded.process.Signal;
import io.hawser.local.service.DataServices;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Disturbs the services' databases, with the means of a superuser or operator, and ends the disturbance again. */
final class Databases {
    static final String BACKED_UP = "stopped for a backup";
    static final String RESTORED = "restored from an older copy";
    private static final String POSTGRES = DataServices.POSTGRES;
    /** By database: a table whose column the service writes, and the column. */
    private static final Map<String, List<String>> COLUMNS = Map.of(
            name(HawserService.VOLUME_SERVICE), List.of("command", "received"),
            name(HawserService.PLUGIN_REGISTRY), List.of("instance", "endpoint"),
            name(HawserService.DEALLOCATOR_SERVICE), List.of("live_task", "service"));

    private static final String DISK_FULL = "53100";
    private static final int MANY = 100_000;
    /** No service's shard, and none of its shards for records that are set aside. */
    private static final int UNUSED_SHARD = Short.MIN_VALUE;

    private static final String FILLER =
            "insert into ledger_outbox (shard, topic, key, headers) values (" + UNUSED_SHARD + ", '', '', '{}')";

    private final ConformanceMachine machine;
    private final ActionLog actions;
    private final Disturber disturber;
    private Optional<Path> backup = Optional.empty();

    Databases(ConformanceMachine machine, ActionLog actions, Disturber disturber) {
        this.machine = machine;
        this.actions = actions;
        this.disturber = disturber;
    }

    private static String name(HawserService service) {
        return DataServices.databaseName(service.serviceName());
    }

    /** Begins the trouble now, and ends it later. */
    void trouble(Trouble trouble, Duration time) {
        disturber.meanwhile(POSTGRES, () -> {
            begin(trouble);
            try {
                Disturber.pause(time);
            } finally {
                end(trouble);
            }
        });
    }

    private void begin(Trouble trouble) {
        actions.disturbed(POSTGRES, words(trouble));
        switch (trouble) {
            case READ_ONLY -> readOnly("on");
            case FULL -> full(true);
            case SCHEMA_DRIFT ->
                COLUMNS.forEach((database, column) -> rename(
                        database, column.getFirst(), column.getLast(), column.getLast() + "_of_another_version"));
            case STANDS_STILL -> signal(Signal.STOP);
            case BLACK_HOLED -> machine.network().swallow();
        }
    }

    private void end(Trouble trouble) {
        switch (trouble) {
            case READ_ONLY -> readOnly("off");
            case FULL -> full(false);
            case SCHEMA_DRIFT ->
                COLUMNS.forEach((database, column) -> rename(
                        database, column.getFirst(), column.getLast() + "_of_another_version", column.getLast()));
            case STANDS_STILL -> signal(Signal.CONT);
            case BLACK_HOLED -> machine.network().heal();
        }
        actions.disturbed(POSTGRES, "well again");
    }

    static String words(Trouble trouble) {
        return switch (trouble) {
            case READ_ONLY -> "read-only";
            case FULL -> "full";
            case SCHEMA_DRIFT -> "in schema drift";
            case STANDS_STILL -> "standing still";
            case BLACK_HOLED -> "black-holed";
        };
    }

    /** Existing sessions are ended, so that the setting also applies to them; their services connect again. */
    private void readOnly(String setting) {
        COLUMNS.keySet()
                .forEach(database -> execute(
                        "postgres",
                        "alter database " + database + " set default_transaction_read_only = " + setting,
                        "select pg_terminate_backend(pid) from pg_stat_activity where datname = '" + database + "'"));
    }

    private void rename(String database, String table, String from, String to) {
        execute(database, "alter table " + table + " rename column " + from + " to " + to);
    }

    /** Moves the rows of the outbox to a file system of their own without free space, and back. */
    private void full(boolean full) {
        Path small = machine.smallDisk();
        Path ballast = small.resolve("ballast");
        try {
            if (full) {
                execute("postgres", "create tablespace small location '" + small.resolve("tables") + "'");
                COLUMNS.keySet()
                        .forEach(database -> execute("postgres", "grant create on tablespace small to " + database));
                moveOutbox("small");
                fill(ballast);
                COLUMNS.keySet().forEach(this::fillPages);
            } else {
                Files.deleteIfExists(ballast);
                COLUMNS.keySet()
                        .forEach(database ->
                                execute(database, "delete from ledger_outbox where shard = " + UNUSED_SHARD));
                moveOutbox("pg_default");
                execute("postgres", "drop tablespace small");
            }
        } catch (IOException e) {
            throw new PlayFailedException("the small disk cannot be filled or emptied: " + e.getMessage());
        }
    }

    private void moveOutbox(String tablespace) {
        COLUMNS.keySet()
                .forEach(database -> execute(database, "alter table ledger_outbox set tablespace " + tablespace));
    }

    /** The table's existing pages would accept rows for a while, so rows that no relay sends fill them. */
    private void fillPages(String database) {
        try (Connection connection = machine.administrate(database);
                Statement statement = connection.createStatement()) {
            for (int i = 0; i < MANY; i++) {
                statement.execute(FILLER);
            }
        } catch (SQLException e) {
            if (!DISK_FULL.equals(e.getSQLState())) {
                throw new PlayFailedException("the disk cannot be filled: " + e.getMessage());
            }
            return;
        }
        throw new PlayFailedException("the disk does not get full");
    }

    private static void fill(Path ballast) throws IOException {
        byte[] block = new byte[4096];
        try (var out = Files.newOutputStream(ballast)) {
            while (true) {
                out.write(block);
            }
        } catch (IOException full) {
            if (Files.size(ballast) == 0) {
                throw full;
            }
        }
    }

    private void signal(Signal signal) {
        machine.databaseProcesses().forEach(signal::sendTo);
    }

    /** Stops the server for the copy: it contains exactly what was durable. */
    void backUp() {
        disturber.meanwhile(POSTGRES, () -> {
            actions.disturbed(POSTGRES, BACKED_UP);
            machine.supervisor().stop(POSTGRES);
            Path folder = machine.home().resolve("backup");
            Command.run("rm", "-rf", folder.toString());
            Command.run("cp", "-a", machine.databaseFolder().toString(), folder.toString());
            backup = Optional.of(folder);
            start();
        });
        disturber.calm();
    }

    /** The services continue: they see a server that has forgotten their work since the backup. */
    void restore() {
        Path folder = backup.orElseThrow(() -> new IllegalStateException("there is no backup"));
        disturber.meanwhile(POSTGRES, () -> {
            actions.disturbed(POSTGRES, RESTORED);
            machine.supervisor().stop(POSTGRES);
            Command.run("rm", "-rf", machine.databaseFolder().toString());
            Command.run("cp", "-a", folder.toString(), machine.databaseFolder().toString());
            start();
        });
        disturber.calm();
    }

    private void start() {
        machine.supervisor().restart(POSTGRES);
        actions.disturbed(POSTGRES, "started");
    }

    private void execute(String database, String... statements) {
        try (Connection connection = machine.administrate(database);
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        } catch (SQLException e) {
            throw new PlayFailedException("the database cannot be troubled: " + e.getMessage());
        }
    }
}
