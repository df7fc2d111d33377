package io.hawser.node.mount;

import java.time.Instant;

/**
 * The pause after a call that was not done, as stored in a record. A new process therefore does not repeat the call
 * immediately, and still knows the reason.
 *
 * @param subject {@link Step.Call#subject} of that call
 * @param attempts calls in a row that were not done
 * @param at when that call ended
 * @param until the earliest time of the next call
 * @param refused whether the plugin refused that call: then only calls on its subject wait
 */
public record Pause(String subject, String message, int attempts, Instant at, Instant until, boolean refused) {
    public Pause {
        if (attempts < 1) {
            throw new IllegalArgumentException("attempts: must be above zero");
        }
    }
}
