package io.hawser.bench.report;

import com.google.gson.JsonObject;
import java.time.Duration;
import java.util.Locale;

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

    @Override
    public String table() {
        StringBuilder text = new StringBuilder();
        line(text, "%d settled volumes%n%-20s %12s %12s %8s", volumes, "", "empty, 1/s", "beside, 1/s", "ratio");
        for (Phase phase : Phase.ALL) {
            line(
                    text,
                    "%-20s %12.1f %12.1f %8.2f",
                    phase.word(),
                    empty.of(phase),
                    settled.of(phase),
                    settled.of(phase) / empty.of(phase));
        }
        line(
                text,
                "a look for due work  p50 %.2f ms, p99 %.2f ms",
                Latencies.millis(look.p50()),
                Latencies.millis(look.p99()));
        line(text, "after a restart, the first call came after %d ms", readyAfterRestart.toMillis());
        line(text, "volume-service       %.0f MiB, then %.0f MiB", emptyMiB, settledMiB);
        text.append("A sweep passed and wrote nothing; no call was about a settled volume");
        return text.toString();
    }

    private static void line(StringBuilder text, String format, Object... values) {
        text.append(String.format(Locale.ROOT, format, values)).append('\n');
    }
}
