package io.hawser.bench.report;

import com.google.gson.JsonObject;
import java.time.Duration;

/**
 * The result of {@code bench settled}. No call was about a settled volume, and the sweep wrote nothing: otherwise there
 * is no report.
 *
 * @param volumes that rested
 * @param empty volumes per second without them
 * @param settled the same beside them
 * @param look for due volumes, beside them
 * @param readyAfterRestart from the start of volume-service beside them until the first call
 * @param emptyMiB volume-service's resident memory, the largest without them
 * @param settledMiB the same beside them
 */
public record SettledReport(
        int volumes,
        Rates empty,
        Rates settled,
        Latencies look,
        Duration readyAfterRestart,
        double emptyMiB,
        double settledMiB)
        implements Report {

    @Override
    public String json() {
        JsonObject json = new JsonObject();
        json.addProperty("scenario", "settled");
        json.addProperty("volumes", volumes);
        json.add("ratioToEmpty", settled.over(empty).json(2));
        json.add("lookMs", look.json(2));
        json.addProperty("readyAfterRestartMs", readyAfterRestart.toMillis());
        JsonObject resident = new JsonObject();
        resident.addProperty("empty", Rates.rounded(emptyMiB, 1));
        resident.addProperty("settled", Rates.rounded(settledMiB, 1));
        json.add("residentMiB", resident);
        json.addProperty("callsForSettled", 0);
        return json.toString();
    }
}
