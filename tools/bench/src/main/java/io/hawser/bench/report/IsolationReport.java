package io.hawser.bench.report;

import com.google.gson.JsonObject;

/**
 * The result of {@code bench isolation}: how long the healthy volumes take from their commands until all are attached.
 * Every time is the median of the rounds.
 *
 * @param besideHungMs beside volumes of another plugin whose calls hang
 * @param besideFailingMs beside volumes of another plugin whose calls fail immediately
 * @param besideDetachStormMs beside volumes of the same plugin that are detached
 */
public record IsolationReport(
        int count,
        long pluginLatencyMs,
        int rounds,
        double healthyAloneMs,
        double besideHungMs,
        double besideFailingMs,
        double besideDetachStormMs)
        implements Report {
    @Override
    public String json() {
        JsonObject json = new JsonObject();
        json.addProperty("scenario", "isolation");
        json.addProperty("count", count);
        json.addProperty("pluginLatencyMs", pluginLatencyMs);
        json.addProperty("rounds", rounds);
        json.addProperty("healthyAloneMs", Rates.rounded(healthyAloneMs, 1));
        json.addProperty("besideHungMs", Rates.rounded(besideHungMs, 1));
        json.addProperty("besideFailingMs", Rates.rounded(besideFailingMs, 1));
        json.addProperty("besideDetachStormMs", Rates.rounded(besideDetachStormMs, 1));
        return json.toString();
    }
}
