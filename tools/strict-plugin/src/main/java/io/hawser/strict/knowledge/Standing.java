package io.hawser.strict.knowledge;

import java.util.HashMap;
import java.util.Map;

/**
 * Whether the result of a call, such as an attachment, is present, as far as the caller can know. It becomes uncertain
 * when a call is sent, and certain only by a certain outcome of that call or its opposite.
 */
public final class Standing {

    /** What the caller can know. */
    public enum State {
        ABSENT,
        UNCERTAIN,
        PRESENT
    }

    private State state = State.ABSENT;
    private long lastCall;
    private long since;
    private final Map<Long, State> before = new HashMap<>(2);

    public State state() {
        return state;
    }

    public boolean absent() {
        return state == State.ABSENT;
    }

    public boolean present() {
        return state == State.PRESENT;
    }

    /** The last call that concerned it; 0 if there was none. */
    public long lastCall() {
        return lastCall;
    }

    /** The call that ended the last certain absence; 0 if there was none. */
    public long since() {
        return since;
    }

    /** Present since before the plugin's process began. */
    void restore(boolean certain) {
        state = certain ? State.PRESENT : State.UNCERTAIN;
    }

    /** Certainly absent, and no call in flight brings it back. */
    void wipe() {
        state = State.ABSENT;
        before.clear();
    }

    void doing(long call) {
        sent(call);
        if (state == State.ABSENT) {
            state = State.UNCERTAIN;
            since = call;
        }
    }

    void undoing(long call) {
        sent(call);
        if (state == State.PRESENT) {
            state = State.UNCERTAIN;
        }
    }

    private void sent(long call) {
        before.put(call, state);
        lastCall = call;
    }

    /** A sent call has ended, or will never get an answer (UNCERTAIN). */
    void ended(long call, boolean doing, StatusMeaning ending) {
        State earlier = before.remove(call);
        if (earlier == null) {
            return;
        }
        State wanted = doing ? State.PRESENT : State.ABSENT;
        if (ending == StatusMeaning.DONE) {
            state = wanted;
        } else if (ending.rejected()) {
            state = earlier;
        } else {
            state = earlier == wanted ? wanted : State.UNCERTAIN;
        }
    }
}
