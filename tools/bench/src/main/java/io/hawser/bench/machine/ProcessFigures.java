package io.hawser.bench.machine;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URLConnection;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** What a service's metrics and Linux say of one process now. */
record ProcessFigures(URI service, long pid) {
    private static final int CONNECT_MILLIS = 5_000;
    private static final int READ_MILLIS = 30_000;

    /** @throws IllegalStateException if the service does not answer */
    String metrics() {
        try {
            URLConnection page = service.resolve("/q/metrics").toURL().openConnection();
            page.setConnectTimeout(CONNECT_MILLIS);
            page.setReadTimeout(READ_MILLIS);
            try (InputStream in = page.getInputStream()) {
                return new String(in.readAllBytes(), StandardCharsets.UTF_8);
            }
        } catch (IOException e) {
            throw new IllegalStateException("cannot read the metrics of " + service + ": " + e.getMessage(), e);
        }
    }

    /** The number in a line of {@code /proc/PID/status}, for example {@code Threads}. */
    static long status(long pid, String field) {
        try (var lines = Files.lines(Path.of("/proc", Long.toString(pid), "status"))) {
            return lines.filter(line -> line.startsWith(field + ":"))
                    .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
                    .sum();
        } catch (IOException e) {
            throw new IllegalStateException("process " + pid + " has ended", e);
        }
    }

    /** The same of this process; Linux gives sizes in KiB. */
    double mib(String field) {
        return status(pid, field) / 1024.0;
    }
}
