package io.hawser.embedded.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * A process that this JVM started, in a session of its own: a Ctrl-C at the terminal reaches only this JVM, which then
 * decides the order in which the processes end.
 */
public final class ChildProcess {
    private static final int TAIL_LINES = 30;
    /** A log may be larger than the heap of this process. */
    private static final int TAIL_BYTES = 64 * 1024;

    private static final Duration CHILDREN_NOTICE_WITHIN = Duration.ofSeconds(5);

    private final Launch launch;
    private final Process process;
    private final ProcessId id;
    private final Optional<Process> watcher;

    private ChildProcess(Launch launch, Process process, ProcessId id, Optional<Process> watcher) {
        this.launch = launch;
        this.process = process;
        this.id = id;
        this.watcher = watcher;
    }

    /** Starts the process. If it ends within the first moment, the exception contains the log's tail. */
    public static ChildProcess start(Launch launch) {
        try {
            Files.createDirectories(launch.log().toAbsolutePath().getParent());
            List<String> command = new ArrayList<>(List.of("setsid"));
            command.addAll(launch.command());
            var builder = new ProcessBuilder(command)
                    .redirectInput(Path.of("/dev/null").toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(
                            ProcessBuilder.Redirect.appendTo(launch.log().toFile()));
            builder.environment().putAll(launch.environment());
            Process process = builder.start();
            ProcessId id = ProcessId.running(process.pid())
                    .orElseThrow(() -> ended(launch, process.onExit().join()));
            return new ChildProcess(launch, process, id, watcher(launch.lifetime(), id));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot start " + launch.name(), e);
        }
    }

    /**
     * A shell that waits for the end of its input, which comes when this JVM ends in any way, and then kills the
     * process. The kernel's PR_SET_PDEATHSIG does not serve: it fires at the end of the thread that started the child.
     */
    private static Optional<Process> watcher(Launch.Lifetime lifetime, ProcessId id) throws IOException {
        return switch (lifetime) {
            case DETACHED -> Optional.empty();
            case WITH_US ->
                Optional.of(new ProcessBuilder("setsid", "sh", "-c", "read -r _; kill -s KILL " + id.pid())
                        .redirectErrorStream(true)
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .start());
        };
    }

    public String name() {
        return launch.name();
    }

    public ProcessId id() {
        return id;
    }

    /** Whether the process runs. The kernel knows of an end some moments before Java does. */
    public boolean alive() {
        return process.isAlive() && id.alive();
    }

    /**
     * Waits until {@code ready} holds, while the process runs: an answer after its end comes from another process.
     *
     * @throws IllegalStateException with the log's tail, if the process ends first or the time is over
     */
    public void awaitReady(BooleanSupplier ready, Duration atMost) {
        long end = System.nanoTime() + atMost.toNanos();
        while (!ready.getAsBoolean() || !process.isAlive()) {
            // Each look costs a starting service some of the time that it starts with.
            if (endsWithin(Duration.ofMillis(200))) {
                throw ended(launch, process);
            }
            if (System.nanoTime() > end) {
                throw new IllegalStateException(
                        name() + " was not ready within " + atMost.toSeconds() + " s:\n" + tail(launch.log()));
            }
        }
    }

    private static IllegalStateException ended(Launch launch, Process process) {
        return new IllegalStateException(launch.name() + " ended with code " + process.exitValue()
                + " before it was ready:\n" + tail(launch.log()));
    }

    /**
     * Kills the process (-9) and returns when it is gone. Its children get a few seconds to end: the workers of a
     * killed postmaster, say, hold resources that the next one needs.
     */
    public void kill() {
        List<ProcessId> children = process.children()
                .flatMap(child -> ProcessId.running(child.pid()).stream())
                .toList();
        release();
        process.destroyForcibly().onExit().join();
        await(() -> children.stream().noneMatch(ProcessId::alive), CHILDREN_NOTICE_WITHIN);
    }

    /**
     * Asks the process to end and returns when it is gone; kills it after {@code patience}.
     *
     * @return whether it ended by itself
     */
    public boolean stop(Signal signal, Duration patience) {
        if (!alive()) {
            release();
            return true;
        }
        signal.sendTo(id.pid());
        // A paused process gets no signal until it runs again.
        Signal.CONT.sendTo(id.pid());
        boolean byItself = endsWithin(patience);
        kill();
        return byItself;
    }

    /**
     * Asks a process that is not this JVM's child to end and returns when it is gone; kills it after {@code patience}.
     *
     * @return whether it ended by itself
     */
    public static boolean stop(ProcessId other, Signal signal, Duration patience) {
        signal.sendTo(other.pid());
        Signal.CONT.sendTo(other.pid());
        boolean byItself = gone(other, patience);
        if (!byItself) {
            Signal.KILL.sendTo(other.pid());
            if (!gone(other, Duration.ofSeconds(10))) {
                throw new IllegalStateException("process " + other.pid() + " does not end, even killed");
            }
        }
        return byItself;
    }

    private static boolean gone(ProcessId other, Duration atMost) {
        return await(() -> !other.alive(), atMost);
    }

    /** Polls, for conditions without a notification: the ends of other processes. */
    private static boolean await(BooleanSupplier condition, Duration atMost) {
        long end = System.nanoTime() + atMost.toNanos();
        while (!condition.getAsBoolean() && System.nanoTime() < end) {
            LockSupport.parkNanos(Duration.ofMillis(20).toNanos());
        }
        return condition.getAsBoolean();
    }

    /** SIGSTOP: the process keeps its sockets and locks, and does nothing. */
    public void pause() {
        Signal.STOP.sendTo(id.pid());
    }

    /** SIGCONT. */
    public void resume() {
        Signal.CONT.sendTo(id.pid());
    }

    /** SIGQUIT: a JVM writes a thread dump to its log, and continues. */
    public void dumpThreads() {
        Signal.QUIT.sendTo(id.pid());
    }

    private void release() {
        watcher.ifPresent(Process::destroyForcibly);
    }

    /** The exit code of a process that has ended; of one that a signal ended, 128 more than the signal. */
    public int exitCode() {
        return process.exitValue();
    }

    /** Returns when the process has ended, or after that time: whether it has. */
    public boolean endsWithin(Duration patience) {
        try {
            return process.waitFor(patience.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while waiting for " + name(), e);
        }
    }

    /** The last lines of a log file, for an error's message; empty if there is no file. */
    public static String tail(Path log) {
        try (FileChannel file = FileChannel.open(log)) {
            file.position(Math.max(0, file.size() - TAIL_BYTES));
            byte[] end = Channels.newInputStream(file).readNBytes(TAIL_BYTES);
            List<String> lines = new String(end, StandardCharsets.UTF_8).lines().toList();
            return String.join("\n", lines.subList(Math.max(0, lines.size() - TAIL_LINES), lines.size()));
        } catch (IOException e) {
            return "";
        }
    }
}
