package io.hawser.bench.report;

import com.google.gson.JsonObject;
import java.time.Duration;
import java.util.List;

/** Percentiles of measured times. */
public record Latencies(Duration p50, Duration p99) {

    /**
     * By nearest rank: each percentile is a measured time.
     *
     * @throws IllegalArgumentException if nothing was measured
     */
    public static Latencies of(List<Duration> measured) {
        if (measured.isEmpty()) {
            throw new IllegalArgumentException("measured must not be empty");
        }
        List<Duration> sorted = measured.stream().sorted().toList();
        return new Latencies(atRank(sorted, 50), atRank(sorted, 99));
    }

    private static Duration atRank(List<Duration> sorted, int percent) {
        return sorted.get((sorted.size() * percent + 99) / 100 - 1);
    }

    /** In milliseconds. */
    JsonObject json(int decimals) {
        JsonObject json = new JsonObject();
        json.addProperty("p50", Rates.rounded(millis(p50), decimals));
        json.addProperty("p99", Rates.rounded(millis(p99), decimals));
        return json;
    }

    public static double millis(Duration time) {
        return time.toNanos() / 1e6;
    }
}
