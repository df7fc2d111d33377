package io.hawser.volume.api;

import com.google.protobuf.Message;
import io.hawser.bus.envelope.ProtobufJson;
import io.hawser.rest.Problem;
import io.hawser.rest.RawJson;
import jakarta.ws.rs.core.Response;

/** Messages in protobuf's JSON mapping, which producers may write too. */
final class Json {
    private Json() {}

    static String of(Message message) {
        return ProtobufJson.of(message);
    }

    static RawJson raw(Message message) {
        return new RawJson(of(message));
    }

    static Response unknown(String sentence) {
        return Problem.response(Response.Status.NOT_FOUND, sentence);
    }
}
