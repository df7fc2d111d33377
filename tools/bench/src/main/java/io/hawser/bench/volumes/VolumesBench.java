package io.hawser.bench.volumes;

import io.hawser.bench.cost.Meter;
import io.hawser.bench.machine.BenchMachine;
import io.hawser.bench.machine.MachinePlan;
import io.hawser.bench.machine.PluginProcess;
import io.hawser.bench.report.Figures;
import io.hawser.csi.ConnectionOptions;
import io.hawser.csi.CsiClient;
import io.hawser.csi.CsiConnection;
import io.hawser.csi.CsiService;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** The whole bench on a running machine. */
public final class VolumesBench {
    private static final int NODES = 8;

    private final VolumesOptions options;
    private final Consumer<String> progress;
    private final Plugins plugins;

    /**
     * The plugins, each a process.
     *
     * @param timed carries out calls and does nothing else
     * @param judging judges each call
     * @param logging logs when each call arrives
     */
    record Plugins(PluginProcess timed, PluginProcess judging, PluginProcess logging) {
        List<PluginProcess> all() {
            return List.of(timed, judging, logging);
        }
    }

    public VolumesBench(VolumesOptions options, Consumer<String> progress) {
        this.options = options;
        this.progress = progress;
        Duration latency = options.pluginLatency();
        this.plugins = new Plugins(
                new PluginProcess("timed.hawser.io", "timed-plugin", NODES, latency, false, false),
                new PluginProcess("judging.hawser.io", "judging-plugin", NODES, latency, true, false),
                new PluginProcess("logging.hawser.io", "logging-plugin", 0, latency, false, true));
    }

    /** What must run. */
    public MachinePlan machine() {
        return MachinePlan.everything(
                Map.of("HAWSER_VOLUME_CALLS_PER_PLUGIN", Integer.toString(options.calls())), plugins.all());
    }

    /** @throws BenchFailedException if a phase took too long, a command was rejected or a rule of CSI was broken */
    public Figures run(BenchMachine machine) {
        Clock clock = Clock.systemUTC();
        try (Setup setup = new Setup(machine, options.atMost(), progress);
                Meter meter = machine.meter(plugins.timed());
                DurableLog durable = DurableLog.in(machine.ownDatabase());
                CsiClient csi = CsiClient.create(new SimpleMeterRegistry());
                CsiConnection connection = csi.connect(
                        machine.controller(plugins.timed()), ConnectionOptions.reading(CsiService.CONTROLLER))) {
            Map<PluginProcess, List<BenchNode>> nodes = Map.of(
                    plugins.timed(), BenchNode.all(csi, machine, plugins.timed()),
                    plugins.judging(), BenchNode.all(csi, machine, plugins.judging()));
            new Introduction(setup).of(plugins.all(), nodes);
            return new VolumesRun(options, plugins, setup, meter, connection, durable, nodes, clock).figures();
        }
    }
}
