package io.hawser.volume.lifecycle;

import java.util.Map;

/** How a controller call ended: done, rejected, or uncertain; never two. */
public sealed interface CallOutcome {
    record Created(Provision.Info info) implements CallOutcome {}

    record Published(Map<String, String> context) implements CallOutcome {
        public Published {
            context = Map.copyOf(context);
        }
    }

    /** A delete or an unpublish. */
    record Undone() implements CallOutcome {}

    /** This call did nothing. An earlier uncertainty stays. */
    record Rejected(String why) implements CallOutcome {}

    /** Of a publish: this call did nothing, and what it lacks (a place on the node, a detach elsewhere) passes. */
    record Busy(String why) implements CallOutcome {}

    /** This call was not even made, for want of something on our side, such as a secret. */
    record NotSent(String why) implements CallOutcome {}

    record Uncertain(String why) implements CallOutcome {}
}
