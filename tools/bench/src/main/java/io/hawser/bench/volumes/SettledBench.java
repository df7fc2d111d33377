package io.hawser.bench.volumes;

import io.hawser.bench.machine.BenchMachine;
import io.hawser.bench.machine.MachinePlan;
import io.hawser.bench.machine.PluginProcess;
import io.hawser.bench.report.Figures;
import io.hawser.csi.CsiClient;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** The life of volumes beside very many others that rest, on a running machine. */
public final class SettledBench {
    private static final int NODES = 8;

    private final SettledOptions options;
    private final Consumer<String> progress;
    private final PluginProcess plugin;

    public SettledBench(SettledOptions options, Consumer<String> progress) {
        this.options = options;
        this.progress = progress;
        // One node more: the template of the settled volumes' nodes.
        this.plugin = PluginProcess.listing("settled.hawser.io", "settled-plugin", NODES + 1, options.volumes());
    }

    /** What must run. The bench itself says when the plugin's volumes are swept. */
    public MachinePlan machine() {
        return MachinePlan.volumesAndPlugins(
                Map.of(
                        "HAWSER_VOLUME_SWEEP_EVERY",
                        "PT24H",
                        "HAWSER_VOLUME_SWEEP_PAGE",
                        Integer.toString(SettledSweep.PAGE)),
                List.of(plugin));
    }

    /** @throws BenchFailedException if a phase took too long, or something happened to a settled volume */
    public Figures run(BenchMachine machine) {
        try (Setup setup = new Setup(machine, options.atMost(), progress);
                CsiClient csi = CsiClient.create(new SimpleMeterRegistry())) {
            List<BenchNode> all = BenchNode.all(csi, machine, plugin);
            List<BenchNode> nodes = all.subList(0, NODES);
            BenchNode template = new BenchNode(SettledRows.NODE, all.get(NODES).info());
            new Introduction(setup).of(List.of(plugin), Map.of(plugin, nodes));
            new Introduction(setup).of(List.of(plugin), Map.of(plugin, List.of(template)));
            return new SettledRun(options, plugin, setup, nodes, template).report();
        }
    }
}
