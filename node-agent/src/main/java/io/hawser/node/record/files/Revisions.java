package io.hawser.node.record.files;

import io.hawser.files.DurableFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/**
 * Numbers that only grow, even after a restart or if the clock is set back: the clock in microseconds, or one more than
 * the last. A range ahead is reserved on the disk, so that not every number waits for the disk. While the disk refuses,
 * the clock's own numbers are given out: the next process begins above them, too, unless the clock is set back by then.
 */
public final class Revisions {
    private static final long STRETCH_MICROS = Duration.ofMinutes(10).toNanos() / 1000;

    private final Path file;
    private final InstantSource clock;
    private long last;
    private long reserved;
    private Optional<String> trouble = Optional.empty();

    private Revisions(Path file, InstantSource clock, long reserved) {
        this.file = file;
        this.clock = clock;
        this.last = reserved;
        this.reserved = reserved;
    }

    public static Revisions open(Path file, InstantSource clock) throws IOException {
        String text = new String(DurableFile.read(file).orElse(new byte[] {'0'}), StandardCharsets.UTF_8).trim();
        try {
            return new Revisions(file, clock, Long.parseLong(text));
        } catch (NumberFormatException e) {
            throw new IOException(file + " does not hold a number", e);
        }
    }

    /** @throws UncheckedIOException the number is ahead of the clock and cannot be reserved */
    public synchronized long next() {
        long now = ChronoUnit.MICROS.between(Instant.EPOCH, clock.instant());
        long next = Math.max(last + 1, now);
        if (next >= reserved) {
            reserve(next, now);
        }
        last = next;
        return next;
    }

    private void reserve(long next, long now) {
        try {
            // Always the same length, to be overwritten on a full disk: the node must be able to report that.
            DurableFile.writeOrOverwrite(
                    file, String.format("%019d", next + STRETCH_MICROS).getBytes(StandardCharsets.UTF_8));
            reserved = next + STRETCH_MICROS;
            trouble = Optional.empty();
        } catch (IOException e) {
            trouble = Optional.of("the agent's disk cannot be written, so no mount is begun or ended: " + e);
            if (next > now) {
                throw new UncheckedIOException("no revision can be reserved in " + file, e);
            }
        }
    }

    /** Why nothing can be reserved, in words. */
    public synchronized Optional<String> trouble() {
        return trouble;
    }
}
