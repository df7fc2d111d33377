package io.hawser.conformance.invariant;

import io.hawser.strict.knowledge.StatusMeaning;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;

/**
 * Whether the result of a call is there, as far as its caller can know: uncertain from the moment a call is sent until
 * that call, or its opposite, has a certain outcome.
 */
final class Presence {
    enum State {
        ABSENT,
        UNCERTAIN,
        PRESENT
    }

    private final Map<Long, State> before = new HashMap<>();
    private State state = State.ABSENT;
    private Instant since = Instant.MIN;
    private boolean readOnly;
    private long lastCall;
    private boolean there;

    boolean absent() {
        return state == State.ABSENT;
    }

    /** When the call was sent that ended the last certain absence. */
    Instant since() {
        return since;
    }

    boolean readOnly() {
        return readOnly;
    }

    long lastCall() {
        return lastCall;
    }

    void doing(long call, Instant at, boolean wantedReadOnly) {
        before.put(call, state);
        lastCall = call;
        if (state == State.ABSENT) {
            state = State.UNCERTAIN;
            since = at;
            readOnly = wantedReadOnly;
        }
    }

    void undoing(long call) {
        before.put(call, state);
        lastCall = call;
        if (state == State.PRESENT) {
            state = State.UNCERTAIN;
        }
    }

    /** What the plugin did, even if its caller does not know. */
    void happened(boolean isThere) {
        there = isThere;
    }

    /**
     * The caller has learned the outcome of its call.
     *
     * @param notFound the answer was NOT_FOUND: if nothing is there, that is as good as done for an undo
     */
    void ended(long call, boolean doing, StatusMeaning ending, boolean notFound) {
        State earlier = before.remove(call);
        if (earlier == null) {
            return;
        }
        State wanted = doing ? State.PRESENT : State.ABSENT;
        if (ending == StatusMeaning.DONE || (!doing && notFound && !there)) {
            state = wanted;
        } else if (ending.rejected()) {
            state = earlier;
        } else {
            state = earlier == wanted ? wanted : State.UNCERTAIN;
        }
    }

    void forget() {
        state = State.ABSENT;
        there = false;
        before.clear();
    }
}
