package io.hawser.volume.api;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import com.google.protobuf.util.JsonFormat;
import io.hawser.rest.RawJson;

/**
 * Messages in protobuf's JSON mapping, which producers may write too, with the fields that have their default: a
 * selector finds a value only where it is written.
 */
final class Json {
    private static final JsonFormat.Printer PRINTER =
            JsonFormat.printer().alwaysPrintFieldsWithNoPresence().omittingInsignificantWhitespace();

    private Json() {}

    static String of(Message message) {
        try {
            return PRINTER.print(message);
        } catch (InvalidProtocolBufferException e) {
            throw new IllegalArgumentException("no message of Hawser holds an Any", e);
        }
    }

    static <M extends Message> RawJson<M> raw(M message) {
        return new RawJson<>(of(message));
    }
}
