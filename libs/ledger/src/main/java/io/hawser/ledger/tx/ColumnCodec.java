package io.hawser.ledger.tx;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import com.google.protobuf.Parser;

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
}
