package io.hawser.bus.envelope;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import com.google.protobuf.util.JsonFormat;

/** Messages in protobuf's JSON mapping, on one line. */
final class ProtobufJson {
    private static final JsonFormat.Printer PRINTER = JsonFormat.printer().omittingInsignificantWhitespace();

    private ProtobufJson() {}

    private static String of(Message message) {
        try {
            return PRINTER.print(message);
        } catch (InvalidProtocolBufferException e) {
            throw new IllegalArgumentException("no message of Hawser holds an Any", e);
        }
    }

    static ByteString bytes(Message message) {
        return ByteString.copyFromUtf8(of(message));
    }
}
