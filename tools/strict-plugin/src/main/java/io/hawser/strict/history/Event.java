package io.hawser.strict.history;

import com.google.protobuf.Message;
import io.grpc.Status;
import io.hawser.strict.Call;
import io.hawser.strict.Moment;
import io.hawser.strict.rule.Violation;
import java.util.Optional;

/** Something that happened at the plugin. */
public sealed interface Event {

    Moment at();

    record CallArrived(Call call) implements Event {
        @Override
        public Moment at() {
            return call.at();
        }
    }

    /**
     * The plugin is done with a call.
     *
     * @param code what it answered
     * @param delivered whether its client could still see the answer
     * @param effect how much of it was done
     * @param response what it answered; empty unless the code is OK
     */
    record CallEnded(
            long call, Status.Code code, boolean delivered, Effect effect, Optional<Message> response, Moment at)
            implements Event {}

    /** The client cancelled, let its deadline pass, or lost its connection before an answer. */
    record CallGivenUp(long call, Moment at) implements Event {}

    /** The fault script decided about a call. */
    record FaultApplied(long call, String fault, Moment at) implements Event {}

    record RuleBroken(Violation violation) implements Event {
        @Override
        public Moment at() {
            return violation.at();
        }
    }

    /** The plugin itself: started, died, was told something. */
    record PluginChanged(String what, Moment at) implements Event {}

    /** How much of a call was done. */
    enum Effect {
        NONE,
        HALF,
        WHOLE
    }
}
