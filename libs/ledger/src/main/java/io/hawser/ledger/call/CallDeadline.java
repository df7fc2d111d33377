package io.hawser.ledger.call;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * When a call must have ended, fixed <em>before</em> the transaction that stores its token begins, and looked at again
 * directly before the send: a process that was stopped in between must not send after another one took over.
 */
public final class CallDeadline {
    // Less than this is not worth a call: it would end as uncertain.
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
     * @param margin added in the database for what the clocks may differ
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
     * What is left for the call, by whichever of the two clocks moved further: the monotonic one may stand still while
     * a machine sleeps, the other one may be set. Empty: do not send.
     */
    public Optional<Duration> left() {
        Duration monotonic = Duration.ofNanos(nanoTime.getAsLong() - startedNanos);
        Duration wall = Duration.between(startedAt, clock.instant());
        Duration left = rpc.minus(monotonic.compareTo(wall) > 0 ? monotonic : wall);
        return left.compareTo(LEAST) < 0 ? Optional.empty() : Optional.of(left.compareTo(rpc) > 0 ? rpc : left);
    }
}
