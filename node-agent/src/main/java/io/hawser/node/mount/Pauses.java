package io.hawser.node.mount;

import io.hawser.bus.pace.Backoff;
import java.time.Duration;

/**
 * How long to wait after a call that was not done.
 *
 * @param backoff of the volume's calls after one with an open outcome, and after one that was not sent
 * @param afterRejection of a call that was refused for good; usually only a change of the desired state or of the
 *     plugin helps
 */
public record Pauses(Backoff backoff, Duration afterRejection) {
    public Pauses {
        if (afterRejection.compareTo(backoff.floor()) < 0) {
            throw new IllegalArgumentException("backoff.after-rejection: must not be below backoff.floor");
        }
    }

    /** The pause of the volume's calls after this outcome. A call that was refused itself waits for longer. */
    public Duration after(CallOutcome outcome, int attempts, double jitter) {
        return switch (outcome) {
            case CallOutcome.Done() -> Duration.ZERO;
            case CallOutcome.Rejected _ -> backoff.floor();
            case CallOutcome.NotSent _, CallOutcome.Uncertain _ -> backoff.delay(attempts, jitter);
        };
    }

    /** No pause is longer. */
    public Duration longest() {
        return backoff.ceiling().compareTo(afterRejection) > 0 ? backoff.ceiling() : afterRejection;
    }

    /**
     * The part of that pause that no change of the desired state shortens: the plugin may still work on a call whose
     * outcome is open.
     */
    public Duration least(CallOutcome outcome) {
        return switch (outcome) {
            case CallOutcome.Done(), CallOutcome.Rejected _, CallOutcome.NotSent _ -> Duration.ZERO;
            case CallOutcome.Uncertain _ -> backoff.floor();
        };
    }
}
