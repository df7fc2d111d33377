package io.hawser.bench.volumes;

import io.hawser.bench.cost.Cost;
import io.hawser.bench.cost.Meter;
import io.hawser.bench.cost.Spent;
import io.hawser.bench.machine.PluginProcess;
import io.hawser.bench.report.Figures;
import io.hawser.bench.report.Latencies;
import io.hawser.bench.report.Phase;
import io.hawser.bench.report.Rates;
import io.hawser.csi.AccessModes;
import io.hawser.csi.CsiConnection;
import io.hawser.v1.MountAccess;
import io.hawser.v1.VolumeSpec;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;

/**
 * A cold run that warms up, the rounds, a run that is judged, and the time from a command to its call; in this order.
 */
record VolumesRun(
        VolumesOptions options,
        VolumesBench.Plugins plugins,
        Setup setup,
        Meter meter,
        CsiConnection connection,
        DurableLog durable,
        Map<PluginProcess, List<BenchNode>> nodes,
        Clock clock) {

    Figures figures() {
        Rates cold = cold();
        List<Double> commits = new ArrayList<>();
        List<Round.Times> rounds = new ArrayList<>();
        for (int i = 1; i <= options.rounds(); i++) {
            rounds.add(round(i));
            commits.addAll(durable.takeCommitMs());
        }
        int rulesExercised = judged();
        return new VolumesFigures(options, rounds).with(cold, commits, paced(), rulesExercised);
    }

    private Rates cold() {
        setup.progress().accept("cold, and to warm up:");
        int count = options.coldCount();
        HawserLife hawser = hawser("cold", count, plugins.timed());
        Map<Phase, Duration> took = new EnumMap<>(Phase.class);
        Phase.ALL.forEach(phase -> took.put(phase, hawser.play(phase)));
        hawser.forgetTasks();
        List<WorkerLife> baselines = List.of(
                worker("one worker", "warm-one", options.baselineWarmUp(), CallLog.NONE),
                worker("durable worker", "warm-durable", options.baselineWarmUp(), durable));
        Phase.CALLING.forEach(phase -> baselines.forEach(baseline -> baseline.play(phase)));
        durable.takeCommitMs();
        setup.awaitQuiet();
        return Rates.of(count, took);
    }

    private Round.Times round(int number) {
        setup.progress().accept("round %d of %d:".formatted(number, options.rounds()));
        int count = options.count();
        int baseline = options.baselineCount();
        var players = new Round.Players(
                hawser("bench-" + number, count, plugins.timed()),
                count,
                worker("one worker", "one-" + number, baseline, CallLog.NONE),
                worker("durable worker", "durable-" + number, baseline, durable));
        CallCounts before = calls();
        Round.Times times = new Round(setup, meter, players).play(number % 2 == 1);
        calls().since(before).requireOneFor(count + 2 * baseline);
        return times;
    }

    private CallCounts calls() {
        return CallCounts.parse(setup.machine().control(plugins.timed()).calls());
    }

    private int judged() {
        setup.progress().accept("judged:");
        HawserLife hawser = hawser("judged", options.judgedCount(), plugins.judging());
        Phase.ALL.forEach(hawser::play);
        hawser.forgetTasks();
        setup.awaitQuiet();
        return Verdicts.rulesExercised(
                setup.machine().control(plugins.judging()).verdict());
    }

    private VolumesFigures.Paced paced() {
        setup.progress().accept("from a command to its call:");
        List<String> volumes = names("paced", PacedRun.atMost(options.count()));
        try (Meter ofLogging = setup.machine().meter(plugins.logging())) {
            Spent before = ofLogging.before();
            Latencies commandToCall = Latencies.of(new PacedRun(setup, clock)
                    .run(volumes, spec(plugins.logging()), setup.machine().callLog(plugins.logging())));
            setup.awaitQuiet();
            return new VolumesFigures.Paced(
                    commandToCall, Cost.of(volumes.size(), ofLogging.after().since(before)));
        }
    }

    private HawserLife hawser(String name, int count, PluginProcess plugin) {
        return new HawserLife(setup, names(name, count), spec(plugin), Objects.requireNonNull(nodes.get(plugin)));
    }

    private WorkerLife worker(String word, String name, int count, CallLog log) {
        var capability = AccessModes.capability(spec(plugins.timed()), false).orElseThrow();
        List<BenchNode> its = Objects.requireNonNull(nodes.get(plugins.timed()));
        return new WorkerLife(setup, new WorkerLife.Plan(word, connection, capability, its, log), names(name, count));
    }

    static VolumeSpec spec(PluginProcess plugin) {
        return VolumeSpec.newBuilder()
                .setPlugin(plugin.name())
                .setMount(MountAccess.getDefaultInstance())
                .build();
    }

    static List<String> names(String what, int count) {
        return IntStream.rangeClosed(1, count).mapToObj(i -> what + "-" + i).toList();
    }
}
