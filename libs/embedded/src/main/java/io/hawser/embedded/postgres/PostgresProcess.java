package io.hawser.embedded.postgres;

import io.hawser.embedded.process.ChildProcess;
import io.hawser.embedded.process.Launch;
import io.hawser.embedded.process.LoopbackPort;
import io.hawser.embedded.process.ProcessId;
import io.hawser.embedded.process.Signal;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A real PostgreSQL on a data folder, in processes of its own: durable, on 127.0.0.1, passwords by scram-sha-256. Port
 * and data stay the same over restarts. A server that an earlier, killed run left on the folder is stopped first.
 */
public final class PostgresProcess implements AutoCloseable {
    private static final Duration START_WITHIN = Duration.ofSeconds(90);
    /** The time that one look may take. */
    private static final Duration LOOK = Duration.ofSeconds(5);

    private static final Duration STOP_WITHIN = Duration.ofSeconds(20);

    private final Path folder;
    private final PostgresServer server;
    private final PostgresCluster cluster;
    private @Nullable ChildProcess process;
    private volatile String refusal = "";

    private PostgresProcess(Path folder, String password) {
        this.folder = folder.toAbsolutePath();
        this.server = new PostgresServer("127.0.0.1", LoopbackPort.keptIn(folder.resolve("port")), password);
        this.cluster = new PostgresCluster(folder);
    }

    /**
     * The server of this folder, not started yet; {@code password} becomes the superuser's when the folder is first
     * made.
     */
    public static PostgresProcess in(Path folder, String password) {
        return new PostgresProcess(folder, password);
    }

    /** Where it is and who administrates it. */
    public PostgresServer server() {
        return server;
    }

    /** The file with the server's output. */
    public Path log() {
        return folder.resolve("postgres.log");
    }

    /** Makes the data folder if there is none, and returns the command that serves it in the foreground. */
    public List<String> command() {
        PostgresBinaries binaries = PostgresBinaries.unpacked();
        cluster.create(binaries, server.password());
        return cluster.serve(binaries, server.port());
    }

    /** The server that runs on this folder, whichever process started it. */
    public Optional<ProcessId> postmaster() {
        // The lock file remains after a kill, and its pid may belong to another process by now.
        return ProcessId.running(cluster.postmasterPid())
                .filter(found -> found.commandLine().contains(cluster.data().toString()));
    }

    /** Whether the superuser can connect now. */
    public boolean ready() {
        try (Connection connection = server.connect(PostgresServer.MAINTENANCE, LOOK)) {
            refusal = "it does not answer in time";
            return connection.isValid(2);
        } catch (SQLException e) {
            refusal = e.toString();
            return false;
        }
    }

    /** Starts the server and returns when it answers. The server ends with this JVM. */
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

    /** Whether the process that this object started runs. */
    public boolean running() {
        return process != null && process.alive();
    }

    /** Kills the postmaster (-9), and returns when its workers have noticed. */
    public void kill() {
        started().kill();
    }

    /** Performs a fast stop: clients are disconnected, and a checkpoint is written. */
    public void stop() {
        started().stop(Signal.INT, STOP_WITHIN);
    }

    /** SIGSTOP to all of its processes: connections stay open, new ones are not accepted, and nothing answers. */
    public void pause() {
        // The postmaster first, because it starts the others.
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
