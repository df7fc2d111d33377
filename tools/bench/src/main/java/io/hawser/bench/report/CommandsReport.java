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

    @Override
    public String table() {
        return "%d commands at once, all answered after %.1f s: %d accepted, %d rejected%n"
                        .formatted(count, seconds, accepted, rejected)
                + "volume-service, before and at most:%n".formatted()
                + row("heap in use, MiB", before.heap(), peak.heap())
                + row("of which live, MiB", before.live(), peak.live())
                + row("resident, MiB", before.resident(), peak.resident())
                + row("rows due", before.due(), peak.due())
                + row("rows of the outbox", before.outbox(), peak.outbox()).stripTrailing();
    }

    private static String row(String what, double before, double peak) {
        return "  %-20s %10.0f %10.0f%n".formatted(what, before, peak);
    }
}
