package io.hawser.ledger.tx;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import com.google.protobuf.Parser;
import io.vertx.core.buffer.Buffer;

/** Protobuf messages in columns. An unreadable value was not written by this version: a person must resolve that. */
public final class ColumnCodec {
    private ColumnCodec() {}

    public static <M extends Message> M read(Parser<M> parser, byte[] column) {
        return read("a column with a message", parser, column);
    }

    /** @param name as table.column, for the failure */
    public static <M extends Message> M read(String name, Parser<M> parser, byte[] column) {
        try {
            return parser.parseFrom(column);
        } catch (InvalidProtocolBufferException e) {
            throw new UnreadableRowException(name, e.getMessage(), e);
        }
    }

    /** The bytes of a column of a plain query: the driver returns a buffer or an array. */
    public static byte[] bytes(Object column) {
        return column instanceof Buffer buffer ? buffer.getBytes() : (byte[]) column;
    }
}
