package io.hawser.volume.command;

import io.hawser.bus.envelope.Decoded;
import io.hawser.ledger.tx.ColumnCodec;
import io.hawser.message.Sha256;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;

/**
 * Whether a repeated command id carries the same command. Messages are compared parsed, because the order of map
 * entries on the wire is not fixed, and versions of protobuf may write different bytes.
 */
public final class Repetition {
    /** Stands for the digest of a command of which only its answer is known, by a lost life of the database. */
    public static final byte[] NOT_KNOWN = {1};

    private Repetition() {}

    /**
     * @param message of the first command; empty if an earlier version stored only its digest
     * @param digest of the first command
     * @param type of the first command
     */
    public static boolean isSame(Optional<byte[]> message, byte[] digest, String type, Decoded.Known again) {
        return message.map(bytes -> type.equals(again.type())
                        && ColumnCodec.read("command.message", again.message().getParserForType(), bytes)
                                .equals(again.message()))
                .orElseGet(() -> Arrays.equals(digest, NOT_KNOWN)
                        ? type.equals(again.type())
                        : Arrays.equals(digest, digest(again)));
    }

    /** Digest that an earlier version compares, which may run beside this one. Unreliable if the message has maps. */
    public static byte[] digest(Decoded.Known command) {
        return digest(command.type(), command.message().toByteArray());
    }

    public static byte[] digest(String type, byte[] content) {
        return Sha256.of(type.getBytes(StandardCharsets.UTF_8), new byte[1], content);
    }
}
