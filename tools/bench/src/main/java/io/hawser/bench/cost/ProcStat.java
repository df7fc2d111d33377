package io.hawser.bench.cost;

import io.hawser.embedded.process.ProcessId;
import java.time.Duration;
import java.util.List;
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
        List<String> fields = ProcessId.stat(pid);
        return fields.isEmpty() ? Optional.empty() : Optional.of(of(fields));
    }

    static ProcStat of(List<String> fields) {
        return new ProcStat(ticks(fields, UTIME), ticks(fields, UTIME + 2));
    }

    private static Duration ticks(List<String> fields, int userThenSystem) {
        long ticks = Long.parseLong(fields.get(userThenSystem)) + Long.parseLong(fields.get(userThenSystem + 1));
        return Duration.ofMillis(ticks * TICK_MILLIS);
    }
}
