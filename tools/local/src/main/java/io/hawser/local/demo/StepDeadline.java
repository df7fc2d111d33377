package io.hawser.local.demo;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * How long the step that plays may await, however many conditions it has: all of them share one time, which begins with
 * the step. Of one thread, the one that plays.
 */
public final class StepDeadline {
    private final Duration atMost;
    private final LongSupplier nanos;
    private long began;

    /**
     * Runs from now on; each step that begins winds it up again.
     *
     * @param atMost how long a step awaits all of its conditions together
     * @param nanos such as {@link System#nanoTime()}
     */
    public StepDeadline(Duration atMost, LongSupplier nanos) {
        this.atMost = atMost;
        this.nanos = nanos;
        stepBegins();
    }

    void stepBegins() {
        began = nanos.getAsLong();
    }

    boolean passed() {
        return nanos.getAsLong() - began > atMost.toNanos();
    }

    Duration atMost() {
        return atMost;
    }
}
