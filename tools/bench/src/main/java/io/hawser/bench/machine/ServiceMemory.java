package io.hawser.bench.machine;

import io.hawser.cli.rest.VolumeServiceClient;
import java.net.URI;
import java.util.Map;
import java.util.regex.Pattern;

/** The present memory and queue lengths of volume-service, and its looks for due work, by its metrics and by Linux. */
public final class ServiceMemory {
    private static final double MIB = 1024.0 * 1024;
    static final Pattern LIVE = Pattern.compile("jvm_gc_live_data_size_bytes.*");
    static final Pattern HEAP = Pattern.compile("jvm_memory_used_bytes\\{area=\"heap\".*");

    private final VolumeServiceClient service;
    private final ProcessFigures process;

    ServiceMemory(URI service, long pid) {
        this.service = new VolumeServiceClient(service);
        this.process = new ProcessFigures(service, pid);
    }

    /**
     * One measurement.
     *
     * @param heap used, garbage included
     * @param live of the old generation after the last full collection
     * @param resident the process's largest so far
     * @param due rows of due work whose time has come
     * @param outbox rows that are not sent yet
     */
    public record Look(double heap, double live, double resident, long due, long outbox) {
        public static final Look NONE = new Look(0, 0, 0, 0, 0);

        /** The larger value of each figure. */
        public Look max(Look other) {
            return new Look(
                    Math.max(heap, other.heap),
                    Math.max(live, other.live),
                    Math.max(resident, other.resident),
                    Math.max(due, other.due),
                    Math.max(outbox, other.outbox));
        }
    }

    /** @throws IllegalStateException if volume-service does not answer */
    public Look look() {
        String metrics = process.metrics();
        Map<String, Long> counts = service.counts();
        return new Look(
                sum(metrics, HEAP) / MIB,
                sum(metrics, LIVE) / MIB,
                process.mib("VmHWM"),
                counts.getOrDefault("due", 0L),
                counts.getOrDefault("outbox", 0L));
    }

    /** How long its looks for due work took so far. */
    public Delays looks() {
        return Delays.parse(process.metrics(), "hawser_due_look", "");
    }

    /** How many volumes it has taken to decide about since its start. */
    long volumesTaken() {
        return Delays.parse(process.metrics(), "hawser_due_delay", "kind=\"volume\"")
                .count();
    }

    static double sum(String metrics, Pattern line) {
        return metrics.lines()
                .filter(line.asMatchPredicate())
                .mapToDouble(text -> Double.parseDouble(text.substring(text.lastIndexOf(' '))))
                .sum();
    }
}
