package io.hawser.strict;

import com.google.protobuf.Message;
import io.grpc.Status;
import java.util.Optional;

/** Watches the caller. */
interface Judge {

    /** A call arrived. Returns the code with which the plugin refuses the call, if it must not be carried out. */
    Optional<Status.Code> arrived(Call call);

    /** The plugin sent an answer that the caller could receive. */
    void answered(Call call, Status.Code code, Optional<Message> response, Moment at);

    /** The caller never gets an answer: it gave up, or the answer could not be understood. */
    void unanswered(Call call, Moment at);
}
