package io.hawser.bench.machine;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.regex.Pattern;

/** The present memory and queue lengths of volume-service, and its looks for due work, by its metrics and by Linux. */
public final class ServiceMemory {
    private static final double MIB = 1024.0 * 1024;
    static final Pattern LIVE = Pattern.compile("jvm_gc_live_data_size_bytes.*");
    static final Pattern HEAP = Pattern.compile("jvm_memory_used_bytes\\{area=\"heap\".*");

    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(5))
            .build();
    private final URI service;
    private final long pid;

    ServiceMemory(URI service, long pid) {
        this.service = service;
        this.pid = pid;
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

        @Override
        public String toString() {
            return "heap %.0f MiB, resident %.0f MiB, %d rows due, %d in the outbox"
                    .formatted(heap, resident, due, outbox);
        }

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
        String metrics = get("/q/metrics");
        JsonObject counts = JsonParser.parseString(get("/v1/counts")).getAsJsonObject();
        return new Look(
                sum(metrics, HEAP) / MIB,
                sum(metrics, LIVE) / MIB,
                resident(),
                counts.get("due").getAsLong(),
                counts.get("outbox").getAsLong());
    }

    /** How long its looks for due work took so far. */
    public Delays looks() {
        return Delays.parse(get("/q/metrics"), "hawser_due_look", "");
    }

    /** How many volumes it has taken to decide about since its start. */
    long volumesTaken() {
        return Delays.parse(get("/q/metrics"), "hawser_due_delay", "kind=\"volume\"")
                .count();
    }

    static double sum(String metrics, Pattern line) {
        return metrics.lines()
                .filter(line.asMatchPredicate())
                .mapToDouble(text -> Double.parseDouble(text.substring(text.lastIndexOf(' '))))
                .sum();
    }

    private double resident() {
        try (var lines = Files.lines(Path.of("/proc", Long.toString(pid), "status"))) {
            return lines.filter(line -> line.startsWith("VmHWM:"))
                            .mapToDouble(line -> Double.parseDouble(line.replaceAll("\\D", "")))
                            .sum()
                    / 1024;
        } catch (IOException e) {
            throw new IllegalStateException("volume-service has ended: " + e.getMessage(), e);
        }
    }

    private String get(String path) {
        HttpRequest request = HttpRequest.newBuilder(service.resolve(path))
                .timeout(Duration.ofSeconds(30))
                .build();
        try {
            HttpResponse<String> response = client.send(request, HttpResponse.BodyHandlers.ofString());
            if (response.statusCode() != 200) {
                throw new IllegalStateException(request.uri() + " answered " + response.statusCode());
            }
            return response.body();
        } catch (IOException e) {
            throw new IllegalStateException("cannot read " + request.uri() + ": " + e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while reading " + request.uri(), e);
        }
    }
}
