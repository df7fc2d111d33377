package io.hawser.bench.report;

import io.hawser.bench.cost.Cost;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;

/**
 * The result of {@code bench volumes}. Every rate and cost is the median of the rounds.
 *
 * @param count Hawser's volumes in each round
 * @param baselineCount the baselines' volumes in each round
 * @param pluginLatencyMs how long the plugin took for each call
 * @param calls of one kind that volume-service made at the same time
 * @param hawser volumes per second in every phase
 * @param oneWorker the same CSI calls, one volume at a time, nothing stored
 * @param durableWorker the same with intent and outcome of each call committed to the same database server
 * @param cold Hawser's rates of its first volumes after the start
 * @param commitMs one of the durable worker's commits
 * @param costs of one of Hawser's operations, in every phase
 * @param paced the run with commands at a fixed pace
 * @param judged the run against the judging plugin, which noted nothing
 */
public record VolumesReport(
        int count,
        int baselineCount,
        long pluginLatencyMs,
        int calls,
        int rounds,
        Rates hawser,
        Rates oneWorker,
        Rates durableWorker,
        Cold cold,
        double commitMs,
        Map<Phase, Cost> costs,
        Paced paced,
        Judged judged) {
    public VolumesReport {
        for (Phase phase : Phase.ALL) {
            hawser.of(phase);
            Objects.requireNonNull(costs.get(phase), phase.word());
        }
        costs = Map.copyOf(costs);
    }

    /** Hawser's first volumes after the start. */
    public record Cold(int count, Rates rates) {}

    /**
     * A run with commands at a fixed pace, whether or not earlier ones have ended.
     *
     * @param commandToCall from the time at which a CreateVolume command was due to the plugin's receipt of the call
     * @param cost of one of its operations
     */
    public record Paced(Latencies commandToCall, Cost cost) {}

    /**
     * A run without a broken rule.
     *
     * @param rulesExercised rules that at least one call concerned
     */
    public record Judged(int count, int rulesExercised) {}

    public Figures figures() {
        return Figures.of("volumes")
                .with("count", count)
                .with("pluginLatencyMs", pluginLatencyMs)
                .with("calls", calls)
                .with("rounds", rounds)
                .with("perSecond", hawser, 1)
                .with("mountedPerSecond", hawser.of(Phase.MOUNTED), 1)
                .with("taskEndToReleasedPerSecond", hawser.of(Phase.RELEASED), 1)
                .with("oneWorkerPerSecond", oneWorker, 1)
                .with("durableWorkerPerSecond", durableWorker, 1)
                .with("ratio", hawser.over(oneWorker), 2)
                .with("ratioToDurable", hawser.over(durableWorker), 2)
                .with("commitMs", commitMs, 2)
                .with("commandToCallMs", paced.commandToCall(), 1)
                .with("cpuMsPerOperation", byPhase(VolumesReport::cpu))
                .with("statementsPerOperation", byPhase(cost -> figures(cost.statements(), 2)))
                .with("transactionsPerOperation", byPhase(cost -> figures(cost.transactions(), 2)))
                .with("baselineCount", baselineCount)
                .with("coldCount", cold.count())
                .with("coldPerSecond", cold.rates(), 1)
                .with(
                        "judged",
                        new Figures()
                                .with("count", judged.count())
                                .with("rulesExercised", judged.rulesExercised())
                                .with("violations", 0));
    }

    private Figures byPhase(Function<Cost, Figures> figures) {
        Figures all = new Figures();
        Phase.ALL.forEach(phase -> all.with(phase.word(), figures.apply(Objects.requireNonNull(costs.get(phase)))));
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
