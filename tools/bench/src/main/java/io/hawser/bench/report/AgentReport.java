package io.hawser.bench.report;

import com.google.gson.JsonObject;
import java.time.Duration;
import java.util.Locale;

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

    @Override
    public String table() {
        return String.format(
                Locale.ROOT,
                """
                One agent with %d mounts
                resident            %8.1f MiB
                threads             %8d
                ready after         %8d ms
                mounts per second   %8.1f
                over the plugin     %8.2f ms, p99 %.2f ms
                fsyncs for a mount  %8.1f
                each takes          %8.2f ms, p99 %.2f ms""",
                mounted,
                residentMiB,
                threads,
                ready.toMillis(),
                mountsPerSecond,
                Latencies.millis(overPlugin.p50()),
                Latencies.millis(overPlugin.p99()),
                fsyncs,
                Latencies.millis(fsync.p50()),
                Latencies.millis(fsync.p99()));
    }
}
