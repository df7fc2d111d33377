package io.hawser.node.mount;

import java.time.Duration;

/**
 * How long to wait after a call that was not done.
 *
 * @param floor least pause, and the pause after the first uncertain call
 * @param ceiling most that doubling reaches, at any attempt
 * @param afterRejection pause after a final refusal, which only a change of the desired state or the plugin is likely
 *     to mend
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
     * Doubles with each attempt; the upper half of it is jitter.
     *
     * @param attempts failures in a row, this one included; any number
     * @param jitter in [0, 1)
     */
    public Duration delay(int attempts, double jitter) {
        int doublings = Math.clamp((long) attempts - 1, 0, MOST_DOUBLINGS);
        double full = Math.min(floor.toNanos() * Math.pow(2, doublings), ceiling.toNanos());
        return Duration.ofNanos(Math.clamp((long) (full * (0.5 + jitter / 2)), floor.toNanos(), ceiling.toNanos()));
    }

    /** After this ending; a refusal waits long, and never shorter than the floor. */
    public Duration after(CallOutcome outcome, int attempts, double jitter) {
        return switch (outcome) {
            case CallOutcome.Done() -> Duration.ZERO;
            case CallOutcome.Rejected _ -> afterRejection;
            case CallOutcome.NotSent _, CallOutcome.Uncertain _ -> delay(attempts, jitter);
        };
    }

    /**
     * The part of that pause that no change of the desired state shortens: the plugin may still be at a call whose
     * outcome is open.
     */
    public Duration least(CallOutcome outcome) {
        return switch (outcome) {
            case CallOutcome.Done(), CallOutcome.Rejected _, CallOutcome.NotSent _ -> Duration.ZERO;
            case CallOutcome.Uncertain _ -> floor;
        };
    }
}
