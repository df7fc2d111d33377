package io.hawser.bench.machine;

import io.hawser.csi.CsiEndpoint;
import io.hawser.embedded.process.Launch;
import io.hawser.local.command.LocalRun;
import io.hawser.local.layout.LocalLayout;
import io.hawser.local.process.Orphans;
import io.hawser.local.process.ProcessSpec;
import io.hawser.strict.control.ControlClient;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** Broker, database, volume-service and plugins, each a process, on a data folder of the bench's own. */
public final class BenchMachine implements AutoCloseable {
    private static final String SERVICE = "volume-service";

    private final LocalLayout layout;
    private final LocalRun run;
    private final Thread stopOnSignal;

    private BenchMachine(LocalLayout layout, LocalRun run) {
        this.layout = layout;
        this.run = run;
        this.stopOnSignal = new Thread(run::close, "stop");
    }

    /**
     * Starts everything on an empty folder; returns when all are ready.
     *
     * @param heapMiB volume-service's; empty for the usual one
     * @param folder an earlier bench's processes on it are stopped, and it is deleted first
     * @param project the folder in which the project was built
     * @throws IllegalStateException with a sentence for the operator
     */
    public static BenchMachine start(
            Path folder,
            Path project,
            Optional<Integer> heapMiB,
            List<PluginProcess> plugins,
            Consumer<String> progress) {
        if (LocalLayout.isOurs(folder)) {
            clear(folder, project, progress);
        }
        LocalLayout layout = LocalLayout.at(folder);
        var machine = new BenchMachine(layout, LocalRun.prepare(layout, project, Launch.Lifetime.WITH_US, progress));
        Runtime.getRuntime().addShutdownHook(machine.stopOnSignal);
        try {
            machine.startAll(heapMiB, plugins);
            return machine;
        } catch (RuntimeException e) {
            machine.close();
            throw e;
        }
    }

    private static void clear(Path folder, Path project, Consumer<String> progress) {
        LocalLayout layout = LocalLayout.at(folder);
        try (LocalRun earlier = LocalRun.prepare(layout, project, Launch.Lifetime.WITH_US, progress)) {
            new Orphans(earlier.layout().run(), layout.home())
                    .stop(name -> progress.accept("stopping " + name + " of an earlier bench"));
            earlier.delete();
        }
    }

    private void startAll(Optional<Integer> heapMiB, List<PluginProcess> plugins) {
        run.supervisor().start(run.data().specs());
        run.data().createDatabases(List.of(SERVICE));
        List<ProcessSpec> specs = new ArrayList<>();
        specs.add(heapMiB.map(size -> run.services().service(SERVICE, size))
                .orElseGet(() -> run.services().service(SERVICE)));
        plugins.forEach(plugin -> specs.add(plugin.spec(layout)));
        run.supervisor().start(specs);
    }

    public String bootstrapServers() {
        return run.data().bootstrapServers();
    }

    /** The fingerprints that volume-service has read. */
    public KnownFingerprints fingerprints() {
        return new KnownFingerprints(run.services().http(SERVICE));
    }

    /** The memory of volume-service. */
    public ServiceMemory memory() {
        return new ServiceMemory(run.services().http(SERVICE), run.supervisor().pid(SERVICE));
    }

    /** The file of volume-service's log. */
    public Path log() {
        return layout.log(SERVICE);
    }

    /** The names of processes that ended without a request. */
    public List<String> endedUnasked() {
        return run.supervisor().endedUnasked();
    }

    /** The controller's endpoint of the plugin. */
    public CsiEndpoint controller(PluginProcess plugin) {
        return plugin.controller(layout);
    }

    /** The plugin's endpoint for this node. */
    public CsiEndpoint node(PluginProcess plugin, String node) {
        return plugin.node(layout, node);
    }

    /** The call log of a plugin that has one. */
    public Path callLog(PluginProcess plugin) {
        return plugin.callLog(layout);
    }

    /** The plugin's verdict on its callers: JSON as in docs/strict-plugin.md. */
    public String verdict(PluginProcess plugin) {
        return tell(plugin, "verdict");
    }

    /** The number of calls of each RPC that the plugin got: JSON as in docs/strict-plugin.md. */
    public String calls(PluginProcess plugin) {
        return tell(plugin, "calls");
    }

    private String tell(PluginProcess plugin, String command) {
        try (ControlClient control = ControlClient.connect(plugin.controlSocket(layout))) {
            return control.tell(command);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot ask " + plugin.process() + ": " + command, e);
        }
    }

    /** Stops everything and deletes the data folder with its logs, while nobody else can take it. */
    public void closeAndDelete() {
        run.stop();
        run.delete();
        close();
    }

    /** Stops everything; the data folder stays for inspection. */
    @Override
    public void close() {
        run.close();
        try {
            Runtime.getRuntime().removeShutdownHook(stopOnSignal);
        } catch (IllegalStateException shuttingDown) {
            // The JVM is shutting down; the hook finds nothing to stop.
        }
    }
}
