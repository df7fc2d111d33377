package io.hawser.volume.lifecycle;

import java.util.Map;

/** How a controller call ended: done, rejected, or uncertain; never two. What was done names what it was done to. */
public sealed interface CallOutcome {
    record Created(Provision.Info info) implements CallOutcome {}

    record Deleted() implements CallOutcome {}

    record Published(String node, Map<String, String> context) implements CallOutcome {
        public Published {
            context = Map.copyOf(context);
        }
    }

    record Unpublished(String node) implements CallOutcome {}

    /** Any call can end so; which one did stands with the volume. */
    sealed interface NotDone extends CallOutcome {
        String message();
    }

    /**
     * This call did nothing. An earlier uncertainty stays.
     *
     * @param passes of a publish: what it lacks (a place on the node, a detach elsewhere) passes by itself
     */
    record Rejected(String message, boolean passes) implements NotDone {
        public Rejected(String message) {
            this(message, false);
        }
    }

    /** This call was not even made, for want of something on our side, such as a secret. */
    record NotSent(String message) implements NotDone {}

    record Uncertain(String message) implements NotDone {}
}
