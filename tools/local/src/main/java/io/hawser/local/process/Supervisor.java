package io.hawser.local.process;

import io.hawser.embedded.process.ChildProcess;
import io.hawser.embedded.process.Launch;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Starts, kills, restarts and stops the processes of one data folder. Thread-safe; a process that is being started is
 * stopped only after its start has ended.
 */
public final class Supervisor implements AutoCloseable {
    /** How long a start waits for a process that runs. */
    public static final Duration READY_WITHIN = Duration.ofMinutes(4);

    /**
     * How long a process that runs and is not ready keeps others from starting. It may wait for a person, who needs the
     * others.
     */
    public static final Duration SLOT_FOR = Duration.ofSeconds(30);

    private static final Duration STOP_WITHIN = Duration.ofSeconds(20);
    /** On two cores, more concurrent JVM starts finish no sooner, and each takes longer than its clients wait. */
    private static final int AT_A_TIME = 2;

    private final PidFiles pidFiles;
    private final Launch.Lifetime lifetime;
    private final Consumer<String> progress;
    private final Duration readyWithin;
    private final Duration slotFor;
    private final Map<String, Supervised> supervised = new LinkedHashMap<>();
    private volatile boolean stopping;

    /**
     * @param runFolder folder of the pid files
     * @param lifetime what happens to the processes when this JVM ends
     * @param progress gets each process that has become ready
     */
    public Supervisor(Path runFolder, Launch.Lifetime lifetime, Consumer<String> progress) {
        this(runFolder, lifetime, progress, READY_WITHIN, SLOT_FOR);
    }

    /**
     * @param readyWithin how long a process may take until it is ready
     * @param slotFor how long a process that is not ready keeps others from starting
     */
    public Supervisor(
            Path runFolder,
            Launch.Lifetime lifetime,
            Consumer<String> progress,
            Duration readyWithin,
            Duration slotFor) {
        this.readyWithin = readyWithin;
        this.slotFor = slotFor;
        this.pidFiles = new PidFiles(runFolder);
        this.lifetime = lifetime;
        this.progress = progress;
    }

    private static final class Supervised {
        final int order;
        final ProcessSpec spec;

        @Nullable
        ChildProcess process;

        boolean wanted;

        Supervised(int order, ProcessSpec spec) {
            this.order = order;
            this.spec = spec;
        }

        synchronized boolean endedUnasked() {
            return wanted && process != null && !process.alive();
        }
    }

    /**
     * Starts the processes in the given order, and returns when all are ready. At most two are starting at a time; one
     * that is not ready after a while does not count.
     *
     * @throws IllegalStateException naming the first that ended before it was ready, with its log's tail; later ones
     *     may not have been started
     * @throws NotReadyException if all run, and some are not ready
     */
    public void start(List<ProcessSpec> specs) {
        List<Supervised> added = specs.stream().map(this::add).toList();
        List<String> waiting = new ArrayList<>();
        try (ExecutorService waiters = Executors.newVirtualThreadPerTaskExecutor();
                ExecutorService starters = Executors.newFixedThreadPool(AT_A_TIME)) {
            List<Future<Future<?>>> starts = new ArrayList<>();
            added.forEach(each -> starts.add(starters.submit(() -> begin(each, waiters))));
            try {
                starts.forEach(start -> awaitReady(start, waiting));
            } finally {
                // After a failure no further start begins; starts in progress are awaited.
                starts.forEach(each -> each.cancel(false));
            }
        }
        if (!waiting.isEmpty()) {
            throw new NotReadyException(String.join("\n", waiting));
        }
    }

    /** @return a process that is not ready after a while is awaited elsewhere */
    private Future<?> begin(Supervised each, ExecutorService waiters) {
        Started started = launch(each);
        if (started.isReadyWithin(slotFor)) {
            progress.accept(started.ready());
            return CompletableFuture.completedFuture(started);
        }
        return waiters.submit(() -> awaitReady(started, readyWithin.minus(slotFor), readyWithin));
    }

    private static void awaitReady(Future<Future<?>> start, List<String> waiting) {
        try {
            await(await(start));
        } catch (NotReadyException e) {
            waiting.add(e.getMessage());
        }
    }

    private synchronized Supervised add(ProcessSpec spec) {
        var added = new Supervised(supervised.size(), spec);
        if (supervised.putIfAbsent(spec.name(), added) != null) {
            throw new IllegalArgumentException(spec.name() + " is supervised already");
        }
        return added;
    }

    private Started launch(Supervised each) {
        long began = System.nanoTime();
        synchronized (each) {
            if (stopping) {
                throw new IllegalStateException(
                        each.spec.name() + " is not started any more: everything is being stopped");
            }
            each.wanted = true;
            ChildProcess process = ChildProcess.start(each.spec.launch(lifetime));
            each.process = process;
            pidFiles.write(new PidFiles.Entry(each.order, each.spec.name(), process.id(), each.spec.stop()));
            return new Started(each.spec, process, began);
        }
    }

    /**
     * A process that runs is not killed if it is not ready in time: it may wait for a person.
     *
     * @param whole the time since its start, for the message
     */
    private void awaitReady(Started started, Duration atMost, Duration whole) {
        if (!started.isReadyWithin(atMost)) {
            throw new NotReadyException(started.notReadyWithin(whole));
        }
        progress.accept(started.ready());
    }

    private static <T> T await(Future<T> future) {
        try {
            return future.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof NotReadyException waits) {
                throw waits;
            }
            throw new IllegalStateException(Objects.requireNonNull(e.getCause()).getMessage(), e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while starting", e);
        }
    }

    /** Kills a process (-9) and returns when it is gone. It is not started again by itself. */
    public void kill(String name) {
        Supervised each = named(name);
        synchronized (each) {
            each.wanted = false;
            Objects.requireNonNull(each.process).kill();
            pidFiles.delete(name);
        }
    }

    /** SIGSTOP. */
    public void pause(String name) {
        process(name).pause();
    }

    /** SIGCONT. */
    public void resume(String name) {
        process(name).resume();
    }

    /** Makes a JVM write a thread dump to its log. */
    public void dumpThreads(String name) {
        process(name).dumpThreads();
    }

    /** Asks a process to end, and returns when it has ended. It is not started again by itself. */
    public void stop(String name) {
        stop(named(name));
    }

    /**
     * Starts a process again, after stopping it if it runs, and returns when it is ready.
     *
     * @throws IllegalStateException if it ended before
     * @throws NotReadyException if it runs and is not ready in time
     */
    public void restart(String name) {
        restart(name, readyWithin);
    }

    /** The same, for a caller that waits for a shorter time. */
    public void restart(String name, Duration atMost) {
        Supervised each = named(name);
        stop(each);
        awaitReady(launch(each), atMost, atMost);
    }

    public long pid(String name) {
        return process(name).id().pid();
    }

    /** The names of processes that ended without a request. */
    public List<String> endedUnasked() {
        return all().stream()
                .filter(Supervised::endedUnasked)
                .map(each -> each.spec.name())
                .toList();
    }

    /** The names of the running processes, in the order of their start. */
    public List<String> running() {
        return all().stream()
                .filter(each -> each.process != null && each.process.alive())
                .map(each -> each.spec.name())
                .toList();
    }

    /**
     * Stops all processes, the last started first, and prevents further starts. A process that does not end when asked
     * is killed.
     */
    public void stopAll() {
        stopping = true;
        all().reversed().forEach(this::stop);
    }

    private void stop(Supervised each) {
        synchronized (each) {
            each.wanted = false;
            if (each.process != null) {
                each.process.stop(each.spec.stop(), STOP_WITHIN);
                pidFiles.delete(each.spec.name());
            }
        }
    }

    private synchronized List<Supervised> all() {
        return List.copyOf(supervised.values());
    }

    private synchronized Supervised named(String name) {
        Supervised found = supervised.get(name);
        if (found == null) {
            throw new IllegalArgumentException("no process is called " + name);
        }
        return found;
    }

    private ChildProcess process(String name) {
        return Objects.requireNonNull(named(name).process, name);
    }

    /** {@link #stopAll()}, unless the processes should outlive this JVM. */
    @Override
    public void close() {
        if (lifetime == Launch.Lifetime.WITH_US) {
            stopAll();
        }
    }
}
