package io.hawser.volume.lifecycle;

import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * When something may be tried again, and why it waits.
 *
 * @param attempt failures in a row
 * @param notBefore empty = at once
 * @param failure in words, for a person; empty = nothing failed
 * @param parkedAt the plugin's version when it rejected the call: another one ends the wait
 * @param busy it rejected the call for what passes: no place on the node, or an attachment elsewhere. A detach ends the
 *     wait
 */
public record Retry(int attempt, Optional<Instant> notBefore, String failure, OptionalLong parkedAt, boolean busy) {
    public static final Retry NONE = new Retry(0, Optional.empty(), "", OptionalLong.empty(), false);

    public Retry {
        Objects.requireNonNull(notBefore, "notBefore");
        Objects.requireNonNull(failure, "failure");
        Objects.requireNonNull(parkedAt, "parkedAt");
    }

    /** The call may or may not have happened: again after the backoff. */
    Retry uncertain(String message, Instant now, Policy policy, double jitter) {
        return new Retry(
                attempt + 1,
                Optional.of(now.plus(policy.backoff().delay(attempt + 1, jitter))),
                message,
                OptionalLong.empty(),
                false);
    }

    /** The plugin refused: again after a long interval, or when the plugin has changed. */
    Retry rejected(String message, Instant now, Policy policy, long pluginVersion) {
        return new Retry(
                attempt + 1,
                Optional.of(now.plus(policy.rejectedInterval())),
                message,
                OptionalLong.of(pluginVersion),
                false);
    }

    /** The plugin refused for what passes: after the backoff, or as soon as something was detached. */
    Retry busy(String message, Instant now, Policy policy, double jitter, long pluginVersion) {
        Retry later = uncertain(message, now, policy, jitter);
        return new Retry(later.attempt, later.notBefore, message, OptionalLong.of(pluginVersion), true);
    }

    /** Something was detached: what waits for that is tried at once. */
    Retry freed() {
        return busy ? new Retry(attempt, Optional.empty(), failure, parkedAt, true) : this;
    }

    /**
     * The desired state is another one: an open outcome is tried again soon. What the plugin refused would be the same
     * again, and waits on.
     */
    Retry preempted(Instant soon) {
        return parkedAt.isPresent() || notBefore.filter(soon::isBefore).isEmpty()
                ? this
                : new Retry(0, Optional.of(soon), failure, parkedAt, busy);
    }

    boolean allows(Instant now, long pluginVersion) {
        return notBefore.isEmpty()
                || !now.isBefore(notBefore.get())
                || (parkedAt.isPresent() && pluginVersion != parkedAt.getAsLong());
    }
}
