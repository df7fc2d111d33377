package io.hawser.embedded.postgres;

import io.hawser.embedded.process.ChildProcess;
import io.hawser.embedded.process.Launch;
import io.hawser.embedded.process.LoopbackPort;
import io.hawser.embedded.process.ProcessId;
import io.hawser.embedded.process.Signal;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;

/**
 * A real PostgreSQL on a data folder, in processes of its own: durable, on 127.0.0.1, passwords by scram-sha-256. Port
 * and data stay the same over restarts; a server that an earlier, killed run left on the folder is stopped first.
 */
public final class PostgresProcess implements AutoCloseable {
    /** The role that may do everything. */
    public static final String SUPERUSER = "postgres";

    private static final Duration START_WITHIN = Duration.ofSeconds(90);
    private static final Duration STOP_WITHIN = Duration.ofSeconds(20);

    private final Path folder;
    private final String password;
    private final int port;
    private final PostgresCluster cluster;
    private ChildProcess process;
    private volatile String refusal = "";

    private PostgresProcess(Path folder, String password) {
        this.folder = folder.toAbsolutePath();
        this.password = password;
        this.port = LoopbackPort.keptIn(folder.resolve("port"));
        this.cluster = new PostgresCluster(folder);
    }

    /**
     * The server of this folder, not started yet; {@code password} becomes the superuser's when the folder is first
     * made.
     */
    public static PostgresProcess in(Path folder, String password) {
        return new PostgresProcess(folder, password);
    }

    /** The TCP port on 127.0.0.1. */
    public int port() {
        return port;
    }

    /** Where the server's output goes. */
    public Path log() {
        return folder.resolve("postgres.log");
    }

    /** Makes the data folder if there is none, and returns the command that serves it in the foreground. */
    public List<String> command() {
        PostgresBinaries binaries = PostgresBinaries.unpacked();
        cluster.create(binaries, password);
        return cluster.serve(binaries, port);
    }

    /** The server that runs on this folder, whoever started it. */
    public Optional<ProcessId> postmaster() {
        // The lock file outlives a kill, and its number may be somebody else's by now.
        return ProcessId.running(cluster.postmasterPid())
                .filter(found -> found.commandLine().contains(cluster.data().toString()));
    }

    /** Whether it lets the superuser in now. */
    public boolean ready() {
        try (Connection connection = connect()) {
            refusal = "it does not answer in time";
            return connection.isValid(2);
        } catch (SQLException e) {
            refusal = e.toString();
            return false;
        }
    }

    /** Starts it and returns when it answers; it ends with this JVM. */
    public PostgresProcess start() {
        if (running()) {
            throw new IllegalStateException("the PostgreSQL of " + folder + " already runs");
        }
        List<String> command = command();
        stopOrphan();
        process = ChildProcess.start(new Launch("postgres", command, Map.of(), log(), Launch.Lifetime.WITH_US));
        try {
            process.awaitReady(this::ready, START_WITHIN);
        } catch (IllegalStateException late) {
            throw new IllegalStateException(late.getMessage() + "\nlast refusal: " + refusal, late);
        }
        return this;
    }

    /** Stops a server that an earlier run left on this folder; does nothing if there is none. */
    public void stopOrphan() {
        postmaster().ifPresent(orphan -> ChildProcess.stop(orphan, Signal.INT, STOP_WITHIN));
    }

    /** Whether the process that we started runs. */
    public boolean running() {
        return process != null && process.alive();
    }

    /** Kills the postmaster (-9), and returns when its workers have noticed. */
    public void kill() {
        started().kill();
    }

    /** A fast stop: clients are disconnected, a checkpoint is written. */
    public void stop() {
        started().stop(Signal.INT, STOP_WITHIN);
    }

    /** A fast stop, and a start at the same address. */
    public void restart() {
        stop();
        start();
    }

    /** Copies the data of a server that does not run: a backup, or a standby that saw no more than this. */
    public void copyData(Path to) {
        requireStopped();
        cluster.copyData(to);
    }

    /** Puts such a copy into the place of the data of a server that does not run. */
    public void restoreData(Path from) {
        requireStopped();
        cluster.restoreData(from);
    }

    private void requireStopped() {
        if (running()) {
            throw new IllegalStateException("the PostgreSQL of " + folder + " still runs");
        }
    }

    /** SIGSTOP to all of its processes: connections stay open, new ones are taken up by nobody, and nothing answers. */
    public void pause() {
        // The one that makes others first.
        started().pause();
        workers().forEach(worker -> Signal.STOP.sendTo(worker.pid()));
    }

    /** SIGCONT. */
    public void resume() {
        workers().forEach(worker -> Signal.CONT.sendTo(worker.pid()));
        started().resume();
    }

    private List<ProcessHandle> workers() {
        return ProcessHandle.of(started().id().pid()).stream()
                .flatMap(ProcessHandle::descendants)
                .toList();
    }

    /** Creates role and database if they do not exist; the role's password is set anyway. */
    public PostgresDatabase createDatabase(String name, String rolePassword) {
        var database = new PostgresDatabase(name, port, rolePassword);
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            boolean known = exists(statement, "select 1 from pg_roles where rolname = '" + name + "'");
            statement.execute((known ? "alter" : "create") + " role " + name + " login password '"
                    + rolePassword.replace("'", "''") + "'");
            if (!exists(statement, "select 1 from pg_database where datname = '" + name + "'")) {
                statement.execute("create database " + name + " owner " + name);
            }
            // A service has no business in another one's database.
            statement.execute("revoke connect on database " + name + " from public");
            return database;
        } catch (SQLException e) {
            throw new IllegalStateException("cannot create the database " + name, e);
        }
    }

    /** Drops database and role, disconnecting whoever is connected; does nothing if they do not exist. */
    public void dropDatabase(String name) {
        var checked = new PostgresDatabase(name, port, password);
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            statement.execute("drop database if exists " + checked.name() + " with (force)");
            statement.execute("drop role if exists " + checked.name());
        } catch (SQLException e) {
            throw new IllegalStateException("cannot drop the database " + name, e);
        }
    }

    /** A connection as superuser to the database that always exists. */
    public Connection connect() throws SQLException {
        return connect("postgres");
    }

    /** A connection as superuser to a database of this name. */
    public Connection connect(String database) throws SQLException {
        var properties = new Properties();
        properties.setProperty("user", SUPERUSER);
        properties.setProperty("password", password);
        properties.setProperty("loginTimeout", "5");
        properties.setProperty("connectTimeout", "5");
        return DriverManager.getConnection("jdbc:postgresql://127.0.0.1:" + port + "/" + database, properties);
    }

    private static boolean exists(Statement statement, String query) throws SQLException {
        try (var rows = statement.executeQuery(query)) {
            return rows.next();
        }
    }

    private ChildProcess started() {
        if (process == null) {
            throw new IllegalStateException("the PostgreSQL of " + folder + " was not started");
        }
        return process;
    }

    @Override
    public void close() {
        if (process != null) {
            stop();
        }
    }
}
