package io.hawser.bench.volumes;

import io.hawser.bench.cost.Medians;
import io.hawser.bench.machine.BenchMachine;
import io.hawser.bench.machine.MachinePlan;
import io.hawser.bench.machine.PluginProcess;
import io.hawser.bench.report.Figures;
import io.hawser.bench.report.Phase;
import io.hawser.bench.report.Rates;
import io.hawser.csi.CsiClient;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** The life of volumes with one replica of volume-service and with two, in turns, on a running machine. */
public final class ReplicasBench {
    private static final int NODES = 8;
    /** Volumes after each start of a replica that do not count. */
    private static final int WARM_UP_AT_MOST = 300;

    /** @param decisions how often a volume was taken to be decided about, in its whole life */
    record Round(Rates rates, double decisions) {}

    private final VolumesOptions options;
    private final Consumer<String> progress;
    private final PluginProcess plugin;

    public ReplicasBench(VolumesOptions options, Consumer<String> progress) {
        this.options = options;
        this.progress = progress;
        this.plugin = new PluginProcess(
                "replicas.hawser.io", "replicas-plugin", NODES, options.pluginLatency(), false, false);
    }

    /** What must run. */
    public MachinePlan machine() {
        return MachinePlan.twoReplicas(
                Map.of("HAWSER_VOLUME_CALLS_PER_PLUGIN", Integer.toString(options.calls())), List.of(plugin));
    }

    /** @throws BenchFailedException if a phase took too long, or a call was made twice */
    public Figures run(BenchMachine machine) {
        try (Setup setup = new Setup(machine, options.atMost(), progress);
                CsiClient csi = CsiClient.create(new SimpleMeterRegistry())) {
            List<BenchNode> nodes = BenchNode.all(csi, machine, plugin);
            new Introduction(setup).of(List.of(plugin), Map.of(plugin, nodes));
            List<Round> one = new ArrayList<>();
            List<Round> two = new ArrayList<>();
            for (int i = 1; i <= options.rounds(); i++) {
                progress.accept("round %d of %d, two replicas:".formatted(i, options.rounds()));
                if (i > 1) {
                    machine.startSecondReplica();
                }
                two.add(measured(setup, nodes, "two-" + i));
                progress.accept("one replica:");
                machine.stopSecondReplica();
                one.add(measured(setup, nodes, "one-" + i));
            }
            return figures(options, one, two);
        }
    }

    static Figures figures(VolumesOptions options, List<Round> one, List<Round> two) {
        return Figures.of("replicas")
                .with("count", options.count())
                .with("pluginLatencyMs", options.pluginLatency().toMillis())
                .with("calls", options.calls())
                .with("rounds", options.rounds())
                .with("onePerSecond", rates(one), 1)
                .with("twoPerSecond", rates(two), 1)
                .with("ratio", rates(two).over(rates(one)), 2)
                .with(
                        "decisionsPerVolume",
                        new Figures().with("one", decisions(one), 2).with("two", decisions(two), 2));
    }

    private static Rates rates(List<Round> rounds) {
        return Rates.median(rounds.stream().map(Round::rates).toList());
    }

    private static double decisions(List<Round> rounds) {
        return Medians.of(rounds.stream().map(Round::decisions).toList());
    }

    private Round measured(Setup setup, List<BenchNode> nodes, String name) {
        life(setup, nodes, "warm-" + name, Math.min(options.count(), WARM_UP_AT_MOST));
        long taken = setup.machine().volumesTaken();
        CallCounts before = calls(setup);
        Rates rates = Rates.of(options.count(), life(setup, nodes, name, options.count()));
        calls(setup).since(before).requireOneFor(options.count());
        return new Round(rates, (double) (setup.machine().volumesTaken() - taken) / options.count());
    }

    private CallCounts calls(Setup setup) {
        return CallCounts.parse(setup.machine().control(plugin).calls());
    }

    private Map<Phase, Duration> life(Setup setup, List<BenchNode> nodes, String name, int count) {
        return new HawserLife(setup, VolumesRun.names(name, count), VolumesRun.spec(plugin), nodes).playAll();
    }
}
