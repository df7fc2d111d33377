package io.hawser.volume.api;

import com.google.protobuf.Message;
import io.hawser.bus.envelope.ProtobufJson;
import io.hawser.rest.RawJson;

/** Messages in protobuf's JSON mapping, which producers may write too. */
final class Json {
    private Json() {}

    static String of(Message message) {
        return ProtobufJson.withDefaults(message);
    }

    static <M extends Message> RawJson<M> raw(M message) {
        return new RawJson<>(of(message));
    }
}
