package io.hawser.bench.report;

import com.google.gson.JsonObject;
import io.hawser.bench.cost.Medians;
import java.util.List;

/**
 * The result of {@code bench replicas}. Every call was made once: otherwise there is no report.
 *
 * @param calls of one kind that a replica makes at the same time
 * @param one the rounds with one replica
 * @param two the rounds with two
 */
public record ReplicasReport(int count, long pluginLatencyMs, int calls, List<Round> one, List<Round> two)
        implements Report {
    /** @param decisions how often a volume was taken to be decided about, in its whole life */
    public record Round(Rates rates, double decisions) {}

    public ReplicasReport {
        one = List.copyOf(one);
        two = List.copyOf(two);
    }

    private static Rates rates(List<Round> rounds) {
        return Rates.median(rounds.stream().map(Round::rates).toList());
    }

    private static double decisions(List<Round> rounds) {
        return Medians.of(rounds.stream().map(Round::decisions).toList());
    }

    @Override
    public String json() {
        JsonObject json = new JsonObject();
        json.addProperty("scenario", "replicas");
        json.addProperty("count", count);
        json.addProperty("pluginLatencyMs", pluginLatencyMs);
        json.addProperty("calls", calls);
        json.addProperty("rounds", one.size());
        json.add("onePerSecond", rates(one).json(1));
        json.add("twoPerSecond", rates(two).json(1));
        json.add("ratio", rates(two).over(rates(one)).json(2));
        JsonObject decisions = new JsonObject();
        decisions.addProperty("one", Rates.rounded(decisions(one), 2));
        decisions.addProperty("two", Rates.rounded(decisions(two), 2));
        json.add("decisionsPerVolume", decisions);
        return json.toString();
    }
}
