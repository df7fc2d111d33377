package io.hawser.testkit.strict.backend;

import com.google.protobuf.Message;
import io.grpc.Status;

/** How the plugin answers a call. */
public sealed interface Answer {

    /** It is done. */
    record Ok(Message response) implements Answer {}

    /** It is not, for this reason. */
    record Failed(Status.Code code, String message) implements Answer {}

    static Answer ok(Message response) {
        return new Ok(response);
    }

    static Answer failed(Status.Code code, String message) {
        return new Failed(code, message);
    }
}
