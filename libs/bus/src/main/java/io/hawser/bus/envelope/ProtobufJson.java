package io.hawser.bus.envelope;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import com.google.protobuf.util.JsonFormat;

/** Messages in protobuf's JSON mapping, on one line. */
public final class ProtobufJson {
    private static final JsonFormat.Printer PRINTER = JsonFormat.printer().omittingInsignificantWhitespace();
    private static final JsonFormat.Printer WITH_DEFAULTS = PRINTER.alwaysPrintFieldsWithNoPresence();

    private ProtobufJson() {}

    /** With the fields that have their default, as REST pages show them: a selector compares what is written. */
    public static String withDefaults(Message message) {
        return print(WITH_DEFAULTS, message);
    }

    static ByteString bytes(Message message) {
        return ByteString.copyFromUtf8(print(PRINTER, message));
    }

    private static String print(JsonFormat.Printer printer, Message message) {
        try {
            return printer.print(message);
        } catch (InvalidProtocolBufferException e) {
            throw new IllegalArgumentException("no message of Hawser holds an Any", e);
        }
    }
}
