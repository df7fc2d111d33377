package io.hawser.strict;

import com.google.protobuf.Message;
import io.grpc.Status;
import io.hawser.strict.call.Call;
import io.hawser.strict.call.Moment;
import java.util.Optional;

/** Watches the caller. */
interface Judge {

    /** Looks away: the calls cost only what the plugin's work costs. */
    Judge NONE = new Judge() {
        @Override
        public Optional<Status.Code> arrived(Call call) {
            return Optional.empty();
        }

        @Override
        public void answered(Call call, Status.Code code, Optional<Message> response, Moment at) {}

        @Override
        public void unanswered(Call call, Moment at) {}
    };

    /** A call arrived. Returns the code with which the plugin refuses the call, if it must not be carried out. */
    Optional<Status.Code> arrived(Call call);

    /** The plugin sent an answer that the caller could receive. */
    void answered(Call call, Status.Code code, Optional<Message> response, Moment at);

    /** The caller never gets an answer: it gave up, or the answer could not be understood. */
    void unanswered(Call call, Moment at);
}
