package io.hawser.node.mount;

import java.time.Duration;

/**
 * How long to wait after a call that was not done.
 *
 * @param floor least pause, and the pause after the first uncertain call
 * @param ceiling longest pause that doubling reaches, after any number of attempts
 * @param afterRejection pause after a final refusal; usually only a change of the desired state or of the plugin helps
 */
public record Backoff(Duration floor, Duration ceiling, Duration afterRejection) {
    private static final int MOST_DOUBLINGS = 40;

    public Backoff {
        if (!floor.isPositive()) {
            throw new IllegalArgumentException("backoff.floor: must be above zero");
        }
        if (ceiling.compareTo(floor) < 0) {
            throw new IllegalArgumentException("backoff.ceiling: must not be below backoff.floor");
        }
        if (afterRejection.compareTo(floor) < 0) {
            throw new IllegalArgumentException("backoff.after-rejection: must not be below backoff.floor");
        }
    }

    /**
     * Doubles with each attempt. The upper half of the pause is jitter.
     *
     * @param attempts failures in a row, this one included; any number
     * @param jitter in [0, 1)
     */
    public Duration delay(int attempts, double jitter) {
        int doublings = Math.clamp((long) attempts - 1, 0, MOST_DOUBLINGS);
        double full = Math.min(floor.toNanos() * Math.pow(2, doublings), ceiling.toNanos());
        return Duration.ofNanos(Math.clamp((long) (full * (0.5 + jitter / 2)), floor.toNanos(), ceiling.toNanos()));
    }

    /** The pause after this outcome. A refusal gets a long pause, never shorter than the floor. */
    public Duration after(CallOutcome outcome, int attempts, double jitter) {
        return switch (outcome) {
            case CallOutcome.Done() -> Duration.ZERO;
            case CallOutcome.Rejected _ -> afterRejection;
            case CallOutcome.NotSent _, CallOutcome.Uncertain _ -> delay(attempts, jitter);
        };
    }

    /**
     * The part of that pause that no change of the desired state shortens: the plugin may still work on a call whose
     * outcome is open.
     */
    public Duration least(CallOutcome outcome) {
        return switch (outcome) {
            case CallOutcome.Done(), CallOutcome.Rejected _, CallOutcome.NotSent _ -> Duration.ZERO;
            case CallOutcome.Uncertain _ -> floor;
        };
    }
}
