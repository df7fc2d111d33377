package io.hawser.strict.history;

import com.google.protobuf.Message;
import io.grpc.Status;
import io.hawser.strict.call.Call;
import io.hawser.strict.call.Moment;
import io.hawser.strict.rule.Violation;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Something that happened at the plugin. */
public sealed interface Event {

    Moment at();

    /** The calls among the events, by their numbers. */
    static Map<Long, Call> calls(List<Event> events) {
        Map<Long, Call> calls = new HashMap<>();
        for (Event event : events) {
            if (event instanceof CallArrived(Call call)) {
                calls.put(call.id(), call);
            }
        }
        return calls;
    }

    record CallArrived(Call call) implements Event {
        @Override
        public Moment at() {
            return call.at();
        }
    }

    /**
     * The plugin has finished a call.
     *
     * @param code the code that the plugin answered
     * @param delivered whether the client could still receive the answer
     * @param effect how much of the call was carried out
     * @param response the response; empty unless the code is OK
     */
    record CallEnded(
            long call, Status.Code code, boolean delivered, Effect effect, Optional<Message> response, Moment at)
            implements Event {}

    /** Before an answer, the client cancelled, let its deadline pass, or lost its connection. */
    record CallGivenUp(long call, Moment at) implements Event {}

    /** The fault script selected a fault for a call. */
    record FaultApplied(long call, String fault, Moment at) implements Event {}

    record RuleBroken(Violation violation) implements Event {
        @Override
        public Moment at() {
            return violation.at();
        }
    }

    /** The plugin itself started, died, or got a command. */
    record PluginChanged(String what, Moment at) implements Event {}

    /** How much of a call was carried out. */
    enum Effect {
        NONE,
        HALF,
        WHOLE
    }
}
