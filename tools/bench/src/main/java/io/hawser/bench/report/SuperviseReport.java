package io.hawser.bench.report;

import com.google.gson.JsonObject;
import io.hawser.bench.machine.Delays;
import io.hawser.bench.machine.Supervision.Look;

/**
 * The result of {@code bench supervise}.
 *
 * @param probes how many were measured
 * @param delay from when a plugin was to be asked until it was
 * @param startMiB resident memory of plugin-registry before the first measured probe
 * @param endMiB the same after the last one
 * @param threads of plugin-registry at the end
 * @param statementsPerProbe everything that its database executed meanwhile, by the number of probes
 */
public record SuperviseReport(
        int plugins,
        long probes,
        Latencies delay,
        double startMiB,
        double endMiB,
        int threads,
        double statementsPerProbe)
        implements Report {

    public static SuperviseReport of(int plugins, Look start, Look end) {
        Delays delays = end.delays().since(start.delays());
        return new SuperviseReport(
                plugins,
                delays.count(),
                new Latencies(delays.percentile(50), delays.percentile(99)),
                start.residentMiB(),
                end.residentMiB(),
                end.threads(),
                (double) (end.statements() - start.statements()) / delays.count());
    }

    @Override
    public String json() {
        JsonObject json = new JsonObject();
        json.addProperty("scenario", "supervise");
        json.addProperty("plugins", plugins);
        json.add("probeDelayMs", delay.json(1));
        JsonObject resident = new JsonObject();
        resident.addProperty("start", Rates.rounded(startMiB, 1));
        resident.addProperty("end", Rates.rounded(endMiB, 1));
        json.add("residentMiB", resident);
        json.addProperty("threads", threads);
        json.addProperty("statementsPerProbe", Rates.rounded(statementsPerProbe, 2));
        return json.toString();
    }
}
