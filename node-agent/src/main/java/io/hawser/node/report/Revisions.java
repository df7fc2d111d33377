package io.hawser.node.report;

import io.hawser.files.DurableFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * Numbers that only grow, even after a restart or if the clock is set back: the clock in microseconds, or one more than
 * the last. A range ahead is reserved on the disk, so that not every number waits for the disk.
 */
public final class Revisions {
    private static final long STRETCH_MICROS = Duration.ofMinutes(10).toNanos() / 1000;

    private final Path file;
    private final Clock clock;
    private long last;
    private long reserved;

    private Revisions(Path file, Clock clock, long reserved) {
        this.file = file;
        this.clock = clock;
        this.last = reserved;
        this.reserved = reserved;
    }

    public static Revisions open(Path file, Clock clock) throws IOException {
        String text = new String(DurableFile.read(file).orElse(new byte[] {'0'}), StandardCharsets.UTF_8).trim();
        try {
            return new Revisions(file, clock, Long.parseLong(text));
        } catch (NumberFormatException e) {
            throw new IOException(file + " does not hold a number", e);
        }
    }

    public synchronized long next() {
        last = Math.max(last + 1, ChronoUnit.MICROS.between(Instant.EPOCH, clock.instant()));
        if (last >= reserved) {
            long next = last + STRETCH_MICROS;
            try {
                // Always the same length, to be overwritten on a full disk: the node must be able to report that.
                DurableFile.writeOrOverwrite(file, String.format("%019d", next).getBytes(StandardCharsets.UTF_8));
                reserved = next;
            } catch (IOException e) {
                throw new UncheckedIOException("no revision can be reserved in " + file, e);
            }
        }
        return last;
    }
}
