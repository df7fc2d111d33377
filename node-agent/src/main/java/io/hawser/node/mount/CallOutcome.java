package io.hawser.node.mount;

/** How a call to the node plugin ended. */
public sealed interface CallOutcome {
    record Done() implements CallOutcome {}

    /**
     * This call did nothing, and the same call would hardly do more. An earlier, uncertain call may still have done it.
     *
     * @param notFound the plugin knows no such volume
     * @param precondition the volume is not in the state that the call needs
     */
    record Rejected(boolean notFound, boolean precondition, String message) implements CallOutcome {
        /** For the present state, not for what the call says: after another call the plugin may accept it. */
        public boolean asThingsAre() {
            return notFound || precondition;
        }
    }

    /**
     * The agent could not make the call (a secret is missing, say), so the call did nothing. It is tried again soon.
     */
    record NotSent(String message) implements CallOutcome {}

    /** What the plugin did, or still does, is unknown. An expired deadline means this, never "did not happen". */
    record Uncertain(String message) implements CallOutcome {}
}
