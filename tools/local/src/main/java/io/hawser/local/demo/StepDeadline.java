package io.hawser.local.demo;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * The time limit of the current step. All conditions of the step share one time, which begins with the step. Used only
 * by the thread that plays.
 */
public final class StepDeadline {
    private final Duration atMost;
    private final LongSupplier nanos;
    private long began;

    /**
     * The time starts now, and again with each step.
     *
     * @param atMost how long a step awaits all of its conditions together
     * @param nanos for example {@link System#nanoTime()}
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
