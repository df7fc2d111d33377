package io.hawser.strict;

import com.google.protobuf.Message;
import io.grpc.Status;
import java.util.Optional;

/** Watches the caller. */
interface Judge {

    /** A call arrived; the code with which the plugin refuses it, if it must not be done. */
    Optional<Status.Code> arrived(Call call);

    /** An answer went out that the caller could see. */
    void answered(Call call, Status.Code code, Optional<Message> response, Moment at);

    /** The caller will never see an answer: it gave up, or there was none to understand. */
    void unanswered(Call call, Moment at);
}
