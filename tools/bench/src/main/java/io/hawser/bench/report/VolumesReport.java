package io.hawser.bench.report;

import com.google.gson.JsonObject;
import java.util.Locale;
import java.util.Objects;

/**
 * The result of {@code bench volumes}.
 *
 * @param pluginLatencyMs how long the plugin took for each call
 * @param hawser volumes per second by Hawser
 * @param oneWorker the same CSI calls by one worker, one volume at a time
 * @param commandToCall from a CreateVolume command's write to the plugin's receipt of the call, one volume after
 *     another
 */
public record VolumesReport(int count, long pluginLatencyMs, Rates hawser, Rates oneWorker, Latencies commandToCall) {
    public VolumesReport {
        if (count < 1) {
            throw new IllegalArgumentException("count must be at least 1, not " + count);
        }
        if (pluginLatencyMs < 0) {
            throw new IllegalArgumentException("pluginLatencyMs must not be negative: " + pluginLatencyMs);
        }
        Objects.requireNonNull(hawser, "hawser");
        Objects.requireNonNull(oneWorker, "oneWorker");
        Objects.requireNonNull(commandToCall, "commandToCall");
    }

    /** The report in one line. */
    public String json() {
        JsonObject json = new JsonObject();
        json.addProperty("scenario", "volumes");
        json.addProperty("count", count);
        json.addProperty("pluginLatencyMs", pluginLatencyMs);
        json.add("perSecond", hawser.json(1));
        json.add("oneWorkerPerSecond", oneWorker.json(1));
        json.add("ratio", hawser.over(oneWorker).json(2));
        JsonObject latency = new JsonObject();
        latency.addProperty("p50", Rates.rounded(Latencies.millis(commandToCall.p50()), 1));
        latency.addProperty("p99", Rates.rounded(Latencies.millis(commandToCall.p99()), 1));
        json.add("commandToCallMs", latency);
        return json.toString();
    }

    /** For people; the last line ends without a line feed. */
    public String table() {
        StringBuilder text = new StringBuilder();
        text.append("%d volumes, %d ms a call in the plugin%n%n".formatted(count, pluginLatencyMs));
        text.append("%-10s %12s %16s %8s%n".formatted("", "Hawser, 1/s", "one worker, 1/s", "ratio"));
        Rates ratio = hawser.over(oneWorker);
        for (Phase phase : Phase.values()) {
            text.append(String.format(
                    Locale.ROOT,
                    "%-10s %12.1f %16.1f %8.2f%n",
                    phase.word(),
                    hawser.of(phase),
                    oneWorker.of(phase),
                    ratio.of(phase)));
        }
        text.append(String.format(
                Locale.ROOT,
                "%nFrom a command to its call: %.1f ms (p50), %.1f ms (p99)",
                Latencies.millis(commandToCall.p50()),
                Latencies.millis(commandToCall.p99())));
        return text.toString();
    }
}
