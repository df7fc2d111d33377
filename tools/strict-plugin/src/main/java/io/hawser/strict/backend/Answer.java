package io.hawser.strict.backend;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import io.grpc.Status;
import io.hawser.strict.call.Rpc;
import java.util.List;
import java.util.Optional;

/** How the plugin answers a call. */
public sealed interface Answer {

    /** The call is done. */
    record Ok(Message response) implements Answer {}

    /** The call is not done, for this reason. */
    record Failed(Status.Code code, String message) implements Answer {}

    /**
     * The caller's reading of these messages and this status: an error, whatever came before it, or one valid response
     * message. Anything else is no answer.
     */
    static Optional<Answer> of(Rpc rpc, List<ByteString> messages, Status.Code code, String words) {
        if (code != Status.Code.OK) {
            return Optional.of(failed(code, words));
        }
        if (messages.size() != 1) {
            return Optional.empty();
        }
        try {
            return Optional.of(ok(rpc.responsePrototype().getParserForType().parseFrom(messages.getFirst())));
        } catch (InvalidProtocolBufferException unreadable) {
            return Optional.empty();
        }
    }

    static Answer ok(Message response) {
        return new Ok(response);
    }

    static Answer failed(Status.Code code, String message) {
        return new Failed(code, message);
    }
}
