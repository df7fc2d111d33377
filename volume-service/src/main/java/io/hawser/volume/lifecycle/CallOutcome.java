package io.hawser.volume.lifecycle;

import io.hawser.volume.id.NodeName;
import java.util.Map;

/** How a controller call ended: done, rejected, not sent or uncertain. The done ones say what the call did. */
public sealed interface CallOutcome {
    record Created(Provision.Info info) implements CallOutcome {}

    record Deleted() implements CallOutcome {}

    record Published(NodeName node, Map<String, String> context) implements CallOutcome {
        public Published {
            context = Map.copyOf(context);
        }
    }

    record Unpublished(NodeName node) implements CallOutcome {}

    /** Every operation can end in one of these; the volume's call says which operation it was. */
    sealed interface NotDone extends CallOutcome {
        String message();
    }

    /**
     * This call did nothing. What was uncertain before the call stays uncertain.
     *
     * @param temporary only of a publish: the reason goes away by itself, such as no free place on the node or an
     *     attachment elsewhere
     */
    record Rejected(String message, boolean temporary) implements NotDone {
        public Rejected(String message) {
            this(message, false);
        }
    }

    /** This call was not sent, because a secret is missing or another plugin answers at the endpoint. */
    record NotSent(String message) implements NotDone {}

    record Uncertain(String message) implements NotDone {}
}
