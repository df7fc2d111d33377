package io.hawser.bench.machine;

import io.hawser.bench.cost.Meter;
import java.net.URI;

/** What plugin-registry has done so far, by its own metrics, its database and Linux. */
public final class Supervision implements AutoCloseable {
    private final ProcessFigures process;
    private final Meter meter;

    Supervision(URI service, long pid, Meter meter) {
        this.process = new ProcessFigures(service, pid);
        this.meter = meter;
    }

    /**
     * One measurement.
     *
     * @param delays of all probes so far
     * @param statements that the database has executed, without those that begin or end a transaction
     */
    public record Look(Delays delays, long statements, double residentMiB, int threads) {}

    /** @throws IllegalStateException if plugin-registry does not answer */
    public Look look() {
        long statements = meter.before().statements().all();
        return new Look(
                Delays.parse(process.metrics(), "hawser_due_delay", "kind=\"instance\""),
                statements,
                process.mib("VmRSS"),
                (int) ProcessFigures.status(process.pid(), "Threads"));
    }

    @Override
    public void close() {
        meter.close();
    }
}
