package io.hawser.bench.report;

import com.google.gson.JsonObject;
import java.time.Duration;

/**
 * The result of {@code bench agent}.
 *
 * @param mounted volumes when memory and threads were read
 * @param ready from the start of the process, with all volumes mounted, until it is ready
 * @param mountsPerSecond of the mounted volumes, assigned together
 * @param overPlugin of volumes mounted one after the other: from the assignment's write until the report that it is
 *     mounted, without the time that the plugin was busy
 * @param fsyncs of files, for each of those mounts
 * @param fsync how long each took
 */
public record AgentReport(
        int mounted,
        double residentMiB,
        int threads,
        Duration ready,
        double mountsPerSecond,
        Latencies overPlugin,
        double fsyncs,
        Latencies fsync)
        implements Report {

    @Override
    public String json() {
        JsonObject json = new JsonObject();
        json.addProperty("scenario", "agent");
        json.addProperty("mounted", mounted);
        json.addProperty("residentMiB", Rates.rounded(residentMiB, 1));
        json.addProperty("threads", threads);
        json.addProperty("readyMs", ready.toMillis());
        json.addProperty("mountsPerSecond", Rates.rounded(mountsPerSecond, 1));
        json.add("overPluginMs", overPlugin.json(2));
        json.addProperty("fsyncsPerMount", Rates.rounded(fsyncs, 1));
        json.add("fsyncMs", fsync.json(2));
        return json.toString();
    }
}
