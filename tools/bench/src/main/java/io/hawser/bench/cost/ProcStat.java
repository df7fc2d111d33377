package io.hawser.bench.cost;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * CPU time by {@code /proc/PID/stat}, user and system together.
 *
 * @param own of the process with all of its threads
 * @param endedChildren of its children that have ended and were waited for
 */
record ProcStat(Duration own, Duration endedChildren) {
    /** Linux reports times in hundredths of a second, whatever the kernel's own clock is. */
    private static final long TICK_MILLIS = 10;

    /** Fields behind the name, which begin with field 3 of proc(5). */
    private static final int UTIME = 14 - 3;

    /** Empty if the process has ended. */
    static Optional<ProcStat> read(long pid) {
        try {
            return Optional.of(
                    parse(Files.readString(Path.of("/proc", Long.toString(pid), "stat"), StandardCharsets.ISO_8859_1)));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    static ProcStat parse(String stat) {
        // The name (field 2) may contain blanks and parentheses, so fields are counted after the last one.
        String[] fields = stat.substring(stat.lastIndexOf(')') + 1).trim().split(" ", -1);
        return new ProcStat(ticks(fields, UTIME), ticks(fields, UTIME + 2));
    }

    private static Duration ticks(String[] fields, int userThenSystem) {
        long ticks = Long.parseLong(fields[userThenSystem]) + Long.parseLong(fields[userThenSystem + 1]);
        return Duration.ofMillis(ticks * TICK_MILLIS);
    }
}
