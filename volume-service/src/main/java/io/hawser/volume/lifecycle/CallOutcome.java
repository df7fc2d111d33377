package io.hawser.volume.lifecycle;

import java.util.Map;

/** How a controller call ended: done, rejected, not sent or uncertain. The done ones say what the call did. */
public sealed interface CallOutcome {
    /** What an operation returns: each outcome takes the operation that ends so, and no other. */
    sealed interface Done extends CallOutcome {
        Operation operation();
    }

    /** The plugin created it, or confirmed that it has a registered one. */
    record Created(Operation.Create operation, Provision.Info info) implements Done {}

    record Deleted(Operation.Delete operation) implements Done {}

    record Published(Operation.Publish operation, Map<String, String> context) implements Done {
        public Published {
            context = Map.copyOf(context);
        }
    }

    record Unpublished(Operation.Unpublish operation) implements Done {}

    /** Every operation can end in one of these; the volume's call says which operation it was. */
    sealed interface NotDone extends CallOutcome {
        String message();
    }

    /** This call did nothing. What was uncertain before the call stays uncertain. */
    record Rejected(String message, Cause cause) implements NotDone {
        public Rejected(String message) {
            this(message, Cause.OTHER);
        }
    }

    /** Why the plugin rejected a call, as far as its code says so ({@code endings.md}). */
    enum Cause {
        OTHER,
        /** ControllerPublishVolume, RESOURCE_EXHAUSTED: the node has no free place. */
        NO_PLACE,
        /** ControllerPublishVolume, FAILED_PRECONDITION: the volume is attached to another node. */
        ATTACHED_ELSEWHERE,
        /** ControllerPublishVolume, ALREADY_EXISTS: the volume is attached to this node, with other capabilities. */
        ATTACHED_OTHERWISE,
        /** DeleteVolume, FAILED_PRECONDITION: the volume is in use. */
        IN_USE;

        /** Whether the cause goes away by itself, or after a detach. */
        boolean temporary() {
            return this == NO_PLACE || this == ATTACHED_ELSEWHERE;
        }
    }

    /**
     * This call was not sent: a secret is missing, another plugin answers at the endpoint, the plugin's capabilities
     * cannot be read, or no time is left.
     */
    record NotSent(String message) implements NotDone {}

    record Uncertain(String message) implements NotDone {}
}
