package io.hawser.volume.command;

import io.hawser.bus.envelope.Decoded;
import io.hawser.ledger.tx.ColumnCodec;
import java.util.Arrays;
import java.util.Optional;

/**
 * Whether a repeated command id carries the same command. Messages are compared parsed, because the order of map
 * entries on the wire is not fixed, and versions of protobuf may write different bytes.
 */
public final class Repetition {
    /** Marks a command that is stored with its message. */
    public static final byte[] STORED = {2};

    /** Marks a command of which only its answer is known, by a lost life of the database. */
    public static final byte[] NOT_KNOWN = {1};

    private Repetition() {}

    /**
     * @param message of the first command; empty if it is not stored
     * @param content marks what the first record was
     * @param type of the first command
     */
    public static boolean isSame(Optional<byte[]> message, byte[] content, String type, Decoded.Known again) {
        return type.equals(again.type())
                && message.map(bytes -> ColumnCodec.read(
                                        "command.message", again.message().getParserForType(), bytes)
                                .equals(again.message()))
                        .orElseGet(() -> Arrays.equals(content, NOT_KNOWN));
    }
}
