package io.hawser.bench.report;

import com.google.gson.JsonObject;
import io.hawser.bench.machine.ServiceMemory.Look;

/**
 * The result of {@code bench commands}.
 *
 * @param accepted commands whose first answer was not a rejection
 * @param seconds from the first command's write to the last answer
 * @param before volume-service's memory before the first command
 * @param peak the largest of each figure, measured twice a second
 */
public record CommandsReport(int count, int accepted, int rejected, double seconds, Look before, Look peak)
        implements Report {
    @Override
    public String json() {
        JsonObject json = new JsonObject();
        json.addProperty("scenario", "commands");
        json.addProperty("count", count);
        json.addProperty("accepted", accepted);
        json.addProperty("rejected", rejected);
        json.addProperty("seconds", Rates.rounded(seconds, 1));
        json.add("before", look(before));
        json.add("peak", look(peak));
        return json.toString();
    }

    private static JsonObject look(Look look) {
        JsonObject json = new JsonObject();
        json.addProperty("heapMiB", Rates.rounded(look.heap(), 1));
        json.addProperty("liveMiB", Rates.rounded(look.live(), 1));
        json.addProperty("residentMiB", Rates.rounded(look.resident(), 1));
        json.addProperty("due", look.due());
        json.addProperty("outbox", look.outbox());
        return json;
    }
}
