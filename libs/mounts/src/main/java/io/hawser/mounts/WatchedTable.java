package io.hawser.mounts;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import io.hawser.files.libc.CLibrary;
import io.hawser.files.libc.ErrnoException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * The mount table, read again only after the kernel reported a change. The kernel writes all lines again for each read:
 * 5 ms for 1,000 mounts, and the work on one mount needs the table eight times. poll(2) of the table's file reports
 * each mount, unmount and remount (proc_pid_mountinfo(5)).
 */
public final class WatchedTable implements AutoCloseable {
    /** A folder that is renamed or deleted changes the root of its bind mounts, and the kernel does not report that. */
    static final long MOST_NANOS = 1_000_000_000;

    private static final int O_CLOEXEC = 02000000;
    private static final short POLLPRI = 2;
    private static final long EVENTS = 4;
    private static final long POLLFD = 8;

    private static final MethodHandle OPEN =
            CLibrary.link("open", FunctionDescriptor.of(JAVA_INT, ValueLayout.ADDRESS, JAVA_INT));
    private static final MethodHandle CLOSE = CLibrary.link("close", FunctionDescriptor.of(JAVA_INT, JAVA_INT));
    private static final MethodHandle POLL = CLibrary.link(
            "poll", FunctionDescriptor.of(JAVA_INT, ValueLayout.ADDRESS, ValueLayout.JAVA_LONG, JAVA_INT));

    private final Supplier<MountTable> reads;
    private final LongSupplier nanoTime;
    private final int descriptor;
    private Optional<MountTable> last = Optional.empty();
    private long readAt;

    /**
     * @param reads the table
     * @param nanoTime {@link System#nanoTime}
     * @throws IllegalStateException if this is no Linux, or has no {@code /proc}
     */
    public WatchedTable(Supplier<MountTable> reads, LongSupplier nanoTime) {
        this.reads = reads;
        this.nanoTime = nanoTime;
        try {
            descriptor = (int) CLibrary.call("open /proc/self/mountinfo", (arena, state) -> (int) OPEN.invokeExact(
                    state, arena.allocateFrom("/proc/self/mountinfo", StandardCharsets.US_ASCII), O_CLOEXEC));
        } catch (ErrnoException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The table as it is now. Threads that ask at the same time share one read. */
    public synchronized MountTable read() {
        // Asked before the table is read: a change during the read is reported the next time.
        boolean changed = changed();
        long now = nanoTime.getAsLong();
        if (changed) {
            // The kernel does not report it again, should the read fail.
            last = Optional.empty();
        }
        if (last.isEmpty() || now - readAt > MOST_NANOS) {
            last = Optional.of(reads.get());
            readAt = now;
        }
        return last.orElseThrow();
    }

    @Override
    public void close() {
        try {
            CLibrary.call("close", (_, state) -> (int) CLOSE.invokeExact(state, descriptor));
        } catch (ErrnoException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Whether something changed since the last time that this was asked; also when the kernel does not answer. */
    private boolean changed() {
        try {
            return CLibrary.call("poll", (arena, state) -> (int) POLL.invokeExact(state, asked(arena), 1L, 0)) > 0;
        } catch (ErrnoException interrupted) {
            return true;
        }
    }

    private MemorySegment asked(Arena arena) {
        MemorySegment asked = arena.allocate(POLLFD, Integer.BYTES);
        asked.set(JAVA_INT, 0, descriptor);
        asked.set(JAVA_SHORT, EVENTS, POLLPRI);
        return asked;
    }
}
