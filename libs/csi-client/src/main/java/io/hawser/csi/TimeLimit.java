package io.hawser.csi;

import io.grpc.Deadline;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * The end of a call's time, by two clocks: the monotonic clock stops while a machine is suspended, and the wall clock
 * can be set back.
 */
record TimeLimit(long nanoTime, long wallMillis) {

    static TimeLimit in(Duration deadline) {
        return new TimeLimit(System.nanoTime() + deadline.toNanos(), System.currentTimeMillis() + deadline.toMillis());
    }

    /** Always above zero, however late it is; a wait then ends almost immediately. */
    Duration left() {
        return Duration.ofNanos(Math.max(1, nanoTime - System.nanoTime()));
    }

    boolean isOver() {
        return nanoTime - System.nanoTime() <= 0 || wallMillis <= System.currentTimeMillis();
    }

    Deadline toGrpc() {
        return Deadline.after(nanoTime - System.nanoTime(), TimeUnit.NANOSECONDS);
    }
}
