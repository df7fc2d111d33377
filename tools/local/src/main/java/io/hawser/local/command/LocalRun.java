package io.hawser.local.command;

import io.hawser.bus.service.HawserService;
import io.hawser.embedded.process.Launch;
import io.hawser.local.layout.LocalLayout;
import io.hawser.local.process.FolderProcesses;
import io.hawser.local.process.NotReadyException;
import io.hawser.local.process.Orphans;
import io.hawser.local.process.Supervisor;
import io.hawser.local.service.DataServices;
import io.hawser.local.service.Endpoints;
import io.hawser.local.service.LocalServices;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;

/** All of Hawser's processes on one data folder: {@code up} runs them, and the demo plays on them. */
public final class LocalRun implements AutoCloseable {
    private static final String ANSWERS = "HAWSER_TOPICS_ANSWERS";

    private final LocalLayout layout;
    private final RunLock lock;
    private final Launch.Lifetime lifetime;
    private final Consumer<String> progress;
    private final Supervisor supervisor;
    private final DataServices data;
    private final LocalServices services;
    private final Thread stopOnSignal = new Thread(this::stop, "stop");

    private LocalRun(
            LocalLayout layout, RunLock lock, Path project, Launch.Lifetime lifetime, Consumer<String> progress) {
        this.layout = layout;
        this.lock = lock;
        this.lifetime = lifetime;
        this.progress = progress;
        this.supervisor = new Supervisor(layout.run(), lifetime, progress);
        this.data = new DataServices(layout);
        this.services = new LocalServices(project, layout, data);
    }

    /**
     * Takes the data folder; starts nothing yet.
     *
     * @throws IllegalStateException if Hawser runs on it already
     */
    public static LocalRun prepare(
            LocalLayout layout, Path project, Launch.Lifetime lifetime, Consumer<String> progress) {
        RunLock lock = RunLock.tryTake(lockFile(layout)).orElseThrow(() -> runsAlready(layout));
        if (runsDetached(layout)) {
            lock.close();
            throw runsAlready(layout);
        }
        return new LocalRun(layout, lock, project, lifetime, progress);
    }

    /**
     * Deletes a folder with what an earlier run left on it, and stops what still runs there.
     *
     * @param command that made the folder
     * @throws IllegalStateException if Hawser runs on it, or another command made it
     */
    public static void clear(Path folder, Path project, String command, Consumer<String> progress) {
        clear(folder, project, command, progress, LocalRun::delete);
    }

    /** @param delete a test replaces it to inspect the folder */
    static void clear(Path folder, Path project, String command, Consumer<String> progress, Consumer<LocalRun> delete) {
        if (!LocalLayout.isOurs(folder)) {
            return;
        }
        LocalLayout layout = LocalLayout.at(folder);
        if (!layout.madeBy().equals(command)) {
            throw new IllegalStateException(folder + " is a data folder that `" + layout.madeBy()
                    + "` made, and is not deleted: give this command another HAWSER_HOME, or delete that one with"
                    + " `HAWSER_HOME=" + folder + " ./hawser down --purge`");
        }
        try (LocalRun earlier = prepare(layout, project, Launch.Lifetime.WITH_US, progress)) {
            new Orphans(layout.run(), layout.home())
                    .stop(name -> progress.accept("stopping " + name + " of an earlier " + command));
            delete.accept(earlier);
        }
    }

    /** From now on, and until it is closed, everything is stopped when this JVM is asked to end. */
    public void stopOnSignal() {
        Runtime.getRuntime().addShutdownHook(stopOnSignal);
    }

    private static IllegalStateException runsAlready(LocalLayout layout) {
        return new IllegalStateException("Hawser runs already on " + layout.home() + "; `"
                + Launched.prefix(layout.home()) + "./hawser down` stops it");
    }

    /**
     * Stops what an earlier run left. Starts broker and database, then the services and agents, and returns when all
     * are ready.
     *
     * @throws NotReadyException if all run, and services are not ready
     */
    public void start() {
        var orphans = new Orphans(layout.run(), layout.home());
        orphans.stop(name -> progress.accept("stopping " + name + " of an earlier run"));
        startData();
        data.createDatabases(HawserService.namesWithDatabase());
        endpoints().writeTo(layout);
        // In JSON, people can read the answers with any program; this run measures no rates.
        Map<String, String> readable = Map.of(ANSWERS, Objects.requireNonNullElse(System.getenv(ANSWERS), "json"));
        try {
            supervisor.start(FolderProcesses.marked(
                    layout.home(),
                    services.specs().stream().map(spec -> spec.with(readable)).toList()));
        } catch (NotReadyException waits) {
            markIfDetached();
            throw waits;
        }
        markIfDetached();
    }

    /** Without broker and database nothing else starts, so one that is not ready is a failure like any other. */
    private void startData() {
        try {
            supervisor.start(FolderProcesses.marked(layout.home(), data.specs()));
        } catch (NotReadyException e) {
            throw new IllegalStateException(e.getMessage(), e);
        }
    }

    public LocalLayout layout() {
        return layout;
    }

    public Supervisor supervisor() {
        return supervisor;
    }

    public DataServices data() {
        return data;
    }

    public LocalServices services() {
        return services;
    }

    public Endpoints endpoints() {
        return Endpoints.of(layout, data, services);
    }

    /** Stops everything, including detached processes. The folder's lock is kept. */
    public void stop() {
        supervisor.stopAll();
    }

    /**
     * Deletes the folder, with what is mounted in it, while no other process can take it. Everything must be stopped.
     */
    public void delete() {
        Purge.of(layout);
    }

    /** Stops everything, and releases the folder. */
    @Override
    public void close() {
        stop();
        lock.close();
        try {
            Runtime.getRuntime().removeShutdownHook(stopOnSignal);
        } catch (IllegalStateException shuttingDown) {
            // The JVM is ending: the hook runs, and finds nothing to stop.
        }
    }

    static Path lockFile(LocalLayout layout) {
        return layout.run().resolve("lock");
    }

    /** Records the names of the started processes, so that a complete detached run differs from the remains of one. */
    private void markIfDetached() {
        if (lifetime != Launch.Lifetime.DETACHED) {
            return;
        }
        try {
            Files.write(detachedFile(layout), supervisor.running());
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write " + detachedFile(layout), e);
        }
    }

    private static boolean runsDetached(LocalLayout layout) {
        Path file = detachedFile(layout);
        try {
            if (!Files.exists(file)) {
                return false;
            }
            List<String> started = Files.readAllLines(file);
            if (new Orphans(layout.run(), layout.home()).running().containsAll(started)) {
                return true;
            }
            Files.delete(file);
            return false;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + file, e);
        }
    }

    static Path detachedFile(LocalLayout layout) {
        return layout.run().resolve("detached");
    }
}
