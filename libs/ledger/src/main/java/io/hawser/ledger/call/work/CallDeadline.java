package io.hawser.ledger.call.work;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * The deadline of a call. It starts <em>before</em> the transaction that stores the call's token, and is checked again
 * directly before the call is sent: a process that was stopped in between must not send after another one took over.
 */
public final class CallDeadline {
    // A call with less time than this would only end as uncertain.
    private static final Duration LEAST = Duration.ofMillis(50);

    private final Duration rpc;
    private final Duration margin;
    private final Clock clock;
    private final LongSupplier nanoTime;
    private final Instant startedAt;
    private final long startedNanos;

    private CallDeadline(Duration rpc, Duration margin, Clock clock, LongSupplier nanoTime) {
        this.rpc = rpc;
        this.margin = margin;
        this.clock = clock;
        this.nanoTime = nanoTime;
        this.startedAt = clock.instant();
        this.startedNanos = nanoTime.getAsLong();
    }

    /**
     * @param rpc how long the call may take in all
     * @param margin added in the database for clocks that differ
     */
    public static CallDeadline start(Duration rpc, Duration margin, Clock clock, LongSupplier nanoTime) {
        return new CallDeadline(rpc, margin, clock, nanoTime);
    }

    public Duration rpc() {
        return rpc;
    }

    public Duration margin() {
        return margin;
    }

    /**
     * The time left for the call, by the clock that moved further: the monotonic clock may stop while a machine sleeps,
     * and the wall clock may be set. Empty: do not send.
     */
    public Optional<Duration> left() {
        Duration monotonic = Duration.ofNanos(nanoTime.getAsLong() - startedNanos);
        Duration wall = Duration.between(startedAt, clock.instant());
        Duration left = rpc.minus(monotonic.compareTo(wall) > 0 ? monotonic : wall);
        return left.compareTo(LEAST) < 0 ? Optional.empty() : Optional.of(left.compareTo(rpc) > 0 ? rpc : left);
    }
}
