package io.hawser.bench.report;

import com.google.gson.JsonObject;
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
        Judged judged)
        implements Report {
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

    @Override
    public String json() {
        JsonObject json = new JsonObject();
        json.addProperty("scenario", "volumes");
        json.addProperty("count", count);
        json.addProperty("pluginLatencyMs", pluginLatencyMs);
        json.addProperty("calls", calls);
        json.addProperty("rounds", rounds);
        json.add("perSecond", hawser.json(1));
        json.addProperty("mountedPerSecond", Rates.rounded(hawser.of(Phase.MOUNTED), 1));
        json.addProperty("taskEndToReleasedPerSecond", Rates.rounded(hawser.of(Phase.RELEASED), 1));
        json.add("oneWorkerPerSecond", oneWorker.json(1));
        json.add("durableWorkerPerSecond", durableWorker.json(1));
        json.add("ratio", hawser.over(oneWorker).json(2));
        json.add("ratioToDurable", hawser.over(durableWorker).json(2));
        json.addProperty("commitMs", Rates.rounded(commitMs, 2));
        json.add("commandToCallMs", paced.commandToCall().json(1));
        json.add("cpuMsPerOperation", byPhase(VolumesReport::cpu));
        json.add("statementsPerOperation", byPhase(cost -> figures(cost.statements(), 2)));
        json.add("transactionsPerOperation", byPhase(cost -> figures(cost.transactions(), 2)));
        json.addProperty("baselineCount", baselineCount);
        json.addProperty("coldCount", cold.count());
        json.add("coldPerSecond", cold.rates().json(1));
        JsonObject judge = new JsonObject();
        judge.addProperty("count", judged.count());
        judge.addProperty("rulesExercised", judged.rulesExercised());
        judge.addProperty("violations", 0);
        json.add("judged", judge);
        return json.toString();
    }

    private JsonObject byPhase(Function<Cost, JsonObject> figures) {
        JsonObject json = new JsonObject();
        Phase.ALL.forEach(phase -> json.add(phase.word(), figures.apply(Objects.requireNonNull(costs.get(phase)))));
        json.add("paced", figures.apply(paced.cost()));
        return json;
    }

    private static JsonObject cpu(Cost cost) {
        JsonObject json = figures(cost.cpuMs(), 3);
        json.add("others", figures(cost.otherCpuMs(), 3));
        return json;
    }

    private static JsonObject figures(Map<String, Double> figures, int decimals) {
        JsonObject json = new JsonObject();
        figures.forEach((name, value) -> json.addProperty(name, Rates.rounded(value, decimals)));
        return json;
    }
}
