package io.hawser.bench.machine;

import io.hawser.bench.cost.Meter;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/** What plugin-registry has done so far, by its own metrics, its database and Linux. */
public final class Supervision implements AutoCloseable {
    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(5))
            .build();
    private final HttpRequest metrics;
    private final long pid;
    private final Meter meter;

    Supervision(URI service, long pid, Meter meter) {
        this.metrics = HttpRequest.newBuilder(service.resolve("/q/metrics"))
                .timeout(Duration.ofSeconds(30))
                .build();
        this.pid = pid;
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
                Delays.parse(metrics(), "hawser_due_delay", "kind=\"instance\""),
                statements,
                status("VmRSS") / 1024.0,
                (int) status("Threads"));
    }

    private String metrics() {
        try {
            HttpResponse<String> response = client.send(metrics, HttpResponse.BodyHandlers.ofString());
            if (response.statusCode() != 200) {
                throw new IllegalStateException(metrics.uri() + " answered " + response.statusCode());
            }
            return response.body();
        } catch (IOException e) {
            throw new IllegalStateException("cannot read " + metrics.uri() + ": " + e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while reading " + metrics.uri(), e);
        }
    }

    private long status(String field) {
        try (var lines = Files.lines(Path.of("/proc", Long.toString(pid), "status"))) {
            return lines.filter(line -> line.startsWith(field + ":"))
                    .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
                    .sum();
        } catch (IOException e) {
            throw new IllegalStateException("plugin-registry has ended: " + e.getMessage(), e);
        }
    }

    @Override
    public void close() {
        meter.close();
    }
}
