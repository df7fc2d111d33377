package io.hawser.bench.volumes;

import io.hawser.bench.cost.Cost;
import io.hawser.bench.cost.Medians;
import io.hawser.bench.report.Figures;
import io.hawser.bench.report.Latencies;
import io.hawser.bench.report.Phase;
import io.hawser.bench.report.Rates;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;

/** The figures of {@code bench volumes}. Every rate and cost is the median of the rounds. */
record VolumesFigures(VolumesOptions options, List<Round.Times> rounds) {
    /**
     * A run with commands at a fixed pace, whether or not earlier ones have ended.
     *
     * @param commandToCall from the time at which a CreateVolume command was due to the plugin's receipt of the call
     * @param cost of one of its operations
     */
    record Paced(Latencies commandToCall, Cost cost) {}

    /**
     * All figures.
     *
     * @param cold Hawser's rates of its first volumes after the start
     * @param commitMs each of the durable worker's commits
     * @param rulesExercised rules that at least one call of the judged run concerned
     */
    Figures with(Rates cold, List<Double> commitMs, Paced paced, int rulesExercised) {
        int baseline = options.baselineCount();
        Rates hawser = rates(Round.Times::hawser, options.count());
        Rates oneWorker = rates(Round.Times::oneWorker, baseline);
        Rates durableWorker = rates(Round.Times::durableWorker, baseline);
        return Figures.of("volumes")
                .with("count", options.count())
                .with("pluginLatencyMs", options.pluginLatency().toMillis())
                .with("calls", options.calls())
                .with("rounds", options.rounds())
                .with("perSecond", hawser, 1)
                .with("mountedPerSecond", hawser.of(Phase.MOUNTED), 1)
                .with("taskEndToReleasedPerSecond", hawser.of(Phase.RELEASED), 1)
                .with("oneWorkerPerSecond", oneWorker, 1)
                .with("durableWorkerPerSecond", durableWorker, 1)
                .with("ratio", hawser.over(oneWorker), 2)
                .with("ratioToDurable", hawser.over(durableWorker), 2)
                .with("commitMs", Medians.of(commitMs), 2)
                .with("commandToCallMs", paced.commandToCall(), 1)
                .with("cpuMsPerOperation", byPhase(paced, VolumesFigures::cpu))
                .with("statementsPerOperation", byPhase(paced, cost -> figures(cost.statements(), 2)))
                .with("transactionsPerOperation", byPhase(paced, cost -> figures(cost.transactions(), 2)))
                .with("baselineCount", baseline)
                .with("coldCount", options.coldCount())
                .with("coldPerSecond", cold, 1)
                .with(
                        "judged",
                        new Figures()
                                .with("count", options.judgedCount())
                                .with("rulesExercised", rulesExercised)
                                .with("violations", 0));
    }

    private Rates rates(Function<Round.Times, Map<Phase, Duration>> whose, int count) {
        return Rates.median(
                rounds.stream().map(whose).map(took -> Rates.of(count, took)).toList());
    }

    private Figures byPhase(Paced paced, Function<Cost, Figures> figures) {
        Figures all = new Figures();
        Phase.ALL.forEach(phase -> all.with(
                phase.word(),
                figures.apply(Cost.median(rounds.stream()
                        .map(round -> Objects.requireNonNull(round.costs().get(phase)))
                        .toList()))));
        return all.with("paced", figures.apply(paced.cost()));
    }

    private static Figures cpu(Cost cost) {
        return figures(cost.cpuMs(), 3).with("others", figures(cost.otherCpuMs(), 3));
    }

    private static Figures figures(Map<String, Double> values, int decimals) {
        Figures figures = new Figures();
        values.forEach((name, value) -> figures.with(name, value, decimals));
        return figures;
    }
}
