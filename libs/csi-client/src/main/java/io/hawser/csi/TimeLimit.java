package io.hawser.csi;

import io.grpc.Deadline;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * When a call's time is over, by two clocks: the monotonic one stands still while a machine is suspended, the wall
 * clock can be set back.
 */
record TimeLimit(long nanoTime, long wallMillis) {

    static TimeLimit in(Duration deadline) {
        return new TimeLimit(System.nanoTime() + deadline.toNanos(), System.currentTimeMillis() + deadline.toMillis());
    }

    /** Above zero, however late it is: what is waited for then ends at once. */
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
