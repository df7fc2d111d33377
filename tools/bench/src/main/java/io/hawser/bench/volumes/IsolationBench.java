package io.hawser.bench.volumes;

import io.hawser.bench.machine.BenchMachine;
import io.hawser.bench.machine.MachinePlan;
import io.hawser.bench.machine.PluginProcess;
import io.hawser.bench.report.Figures;
import io.hawser.csi.CsiClient;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Healthy volumes beside those that hang, fail or are detached, on a running machine. */
public final class IsolationBench {
    private static final int NODES = 8;

    private final IsolationOptions options;
    private final Consumer<String> progress;
    private final Plugins plugins;

    /**
     * The plugins, each a process.
     *
     * @param healthy answers every call after its latency
     * @param hung answers no CreateVolume
     * @param failing answers every CreateVolume with an error immediately
     */
    record Plugins(PluginProcess healthy, PluginProcess hung, PluginProcess failing) {
        List<PluginProcess> all() {
            return List.of(healthy, hung, failing);
        }
    }

    public IsolationBench(IsolationOptions options, Consumer<String> progress) {
        this.options = options;
        this.progress = progress;
        this.plugins = new Plugins(
                new PluginProcess("healthy.hawser.io", "healthy-plugin", NODES, options.pluginLatency(), false, false),
                new PluginProcess("hung.hawser.io", "hung-plugin", 0, Duration.ZERO, false, false),
                new PluginProcess("failing.hawser.io", "failing-plugin", 0, Duration.ZERO, false, false));
    }

    /** What must run. */
    public MachinePlan machine() {
        return MachinePlan.everything(Map.of(), plugins.all());
    }

    /** @throws BenchFailedException if a phase took too long or a command was rejected */
    public Figures run(BenchMachine machine) {
        try (Setup setup = new Setup(machine, options.atMost(), progress);
                CsiClient csi = CsiClient.create(new SimpleMeterRegistry())) {
            List<BenchNode> nodes = BenchNode.all(csi, machine, plugins.healthy());
            new Introduction(setup).of(plugins.all(), Map.of(plugins.healthy(), nodes));
            return new IsolationRun(options, plugins, setup, nodes).report();
        }
    }
}
