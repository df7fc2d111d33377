package io.hawser.volume.lifecycle;

import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * When an attempt may be repeated, and why it waits.
 *
 * @param attempt failures in a row
 * @param notBefore empty = immediately
 * @param failure in words, for a person; empty = nothing failed
 * @param rejectedBy the plugin's version when it rejected the call; another version ends the wait
 * @param busy the plugin rejected the call for a reason that goes away, such as no free place on the node or an
 *     attachment elsewhere; a detach ends the wait
 */
public record Retry(int attempt, Optional<Instant> notBefore, String failure, OptionalLong rejectedBy, boolean busy) {
    public static final Retry NONE = new Retry(0, Optional.empty(), "", OptionalLong.empty(), false);

    /** The call may or may not have had an effect, or could not be sent: tried again after the backoff. */
    Retry afterBackoff(String message, Instant now, Policy policy, double jitter) {
        return new Retry(
                attempt + 1,
                Optional.of(now.plus(policy.backoff().delay(attempt + 1, jitter))),
                message,
                OptionalLong.empty(),
                false);
    }

    /**
     * The plugin rejected the call: tried again after a long interval, or when the plugin has changed. The first
     * rejection counts as one, however long the plugin did not answer before.
     */
    Retry rejected(String message, Instant now, Policy policy, long pluginVersion) {
        return new Retry(
                rejectedBy.isPresent() ? attempt + 1 : 1,
                Optional.of(now.plus(policy.rejectedInterval())),
                message,
                OptionalLong.of(pluginVersion),
                false);
    }

    /** The plugin rejected the call for a reason that goes away: tried again after the backoff or after a detach. */
    Retry busy(String message, Instant now, Policy policy, double jitter, long pluginVersion) {
        Retry later = afterBackoff(message, now, policy, jitter);
        return new Retry(later.attempt, later.notBefore, message, OptionalLong.of(pluginVersion), true);
    }

    /** After a detach, a call that waits for one is tried immediately. */
    Retry afterDetach() {
        return busy ? new Retry(attempt, Optional.empty(), failure, rejectedBy, true) : this;
    }

    /** What made the plugin reject the call is being undone. */
    Retry notBefore(Instant soon) {
        return new Retry(attempt, Optional.of(soon), failure, rejectedBy, busy);
    }

    /**
     * The desired state has changed: a call with an open outcome is tried again soon. A rejected call would be rejected
     * again, so it waits on.
     */
    Retry preempted(Instant soon) {
        return rejectedBy.isPresent() || notBefore.filter(soon::isBefore).isEmpty()
                ? this
                : new Retry(0, Optional.of(soon), failure, rejectedBy, busy);
    }

    boolean allows(Instant now, long pluginVersion) {
        return notBefore.isEmpty()
                || !now.isBefore(notBefore.get())
                || (rejectedBy.isPresent() && pluginVersion != rejectedBy.getAsLong());
    }
}
