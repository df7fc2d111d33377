package io.hawser.bus.envelope;

import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import io.hawser.message.Truncated;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;

/**
 * Size limits of records ({@code proto/topics.md}, "Limits"): a written record must fit a broker's default limit,
 * although it repeats text that was read.
 */
public final class RecordLimits {
    /** Key, headers and value of Hawser's records: a broker's 1 MiB, with room for what Kafka adds. */
    public static final int WRITTEN_BYTES = 1_000_000;

    /** Key, headers and value of other producers' records. */
    public static final int READ_BYTES = 256 * 1024;

    /**
     * Characters of a key or an id: both are keys of tables, whose index accepts 2.7 KB, and an answer repeats them.
     */
    public static final int NAME_CHARACTERS = 512;

    private RecordLimits() {}

    /**
     * The same result, unless the record is too large: then {@link Decoded.Invalid}, or {@link Decoded.Malformed} if no
     * answer is possible.
     */
    public static Decoded held(ConsumerRecord<byte[], byte[]> record, Decoded decoded) {
        return switch (decoded) {
            case Decoded.Tombstone tombstone ->
                tooLong(tombstone.key())
                        .<Decoded>map(message -> malformed(tombstone, Optional.empty(), "the key", message))
                        .orElse(tombstone);
            case Decoded.Known known ->
                tooLong(known.id())
                        .<Decoded>map(message -> malformed(known, Optional.of(known.key()), "the id", message))
                        .or(() -> tooLong(known.key()).map(message -> refused(known, "key", "the key " + message)))
                        .or(() -> tooLarge(record, known))
                        .orElse(known);
            case Decoded.Invalid invalid ->
                tooLong(invalid.id())
                        .<Decoded>map(message -> malformed(invalid, invalid.key(), "the id", message))
                        .orElseGet(() -> withShortKey(invalid));
            case Decoded.Newer newer -> newer;
            case Decoded.Malformed malformed -> withShortNames(malformed);
        };
    }

    private static Decoded.Malformed withShortNames(Decoded.Malformed malformed) {
        return new Decoded.Malformed(
                malformed.origin(),
                shortName(malformed.key()),
                shortName(malformed.id()),
                malformed.type(),
                malformed.message());
    }

    /** What is too long is no name that anybody has, and no index holds it. */
    private static Optional<String> shortName(Optional<String> name) {
        return name.filter(text -> tooLong(text).isEmpty());
    }

    private static Optional<String> tooLong(String name) {
        return name.length() <= NAME_CHARACTERS
                ? Optional.empty()
                : Optional.of("has " + name.length() + " characters where " + NAME_CHARACTERS + " is the most");
    }

    private static Optional<Decoded> tooLarge(ConsumerRecord<byte[], byte[]> record, Decoded.Known known) {
        int bytes = bytes(record);
        return bytes <= READ_BYTES
                ? Optional.empty()
                : Optional.of(refused(
                        known,
                        largest(known.message()),
                        "the record has " + bytes + " bytes where " + READ_BYTES + " is the most"));
    }

    /** Path of the field with most of a large message; empty if the message is small and only its envelope is large. */
    private static String largest(Message message) {
        if (message.getSerializedSize() < READ_BYTES / 2) {
            return "";
        }
        Map.Entry<FieldDescriptor, Object> most = message.getAllFields().entrySet().stream()
                .max(Comparator.comparingInt(field -> sizeOf(message, field)))
                .orElse(null);
        if (most == null) {
            return "";
        }
        String inside = most.getValue() instanceof Message inner ? largest(inner) : "";
        return most.getKey().getName() + (inside.isEmpty() ? "" : "." + inside);
    }

    private static int sizeOf(Message message, Map.Entry<FieldDescriptor, Object> field) {
        return message.newBuilderForType()
                .setField(field.getKey(), field.getValue())
                .buildPartial()
                .getSerializedSize();
    }

    /** Key, headers and value, uncompressed. */
    public static int bytes(ConsumerRecord<byte[], byte[]> record) {
        int bytes = size(record.key()) + size(record.value());
        for (Header header : record.headers()) {
            bytes += header.key().length() + size(header.value());
        }
        return bytes;
    }

    private static int size(byte[] bytes) {
        return bytes == null ? 0 : bytes.length;
    }

    /** A later record of the key may replace this one, so the key stays if it can be stored. */
    private static Decoded.Malformed malformed(Decoded record, Optional<String> key, String what, String message) {
        return new Decoded.Malformed(
                record.origin(), shortName(key), Optional.empty(), Optional.empty(), what + " " + message);
    }

    private static Decoded refused(Decoded.Known known, String field, String message) {
        return withShortKey(Decoded.Invalid.of(known, field, message));
    }

    private static Decoded.Invalid withShortKey(Decoded.Invalid invalid) {
        return new Decoded.Invalid(
                invalid.origin(),
                invalid.key().map(Truncated::of),
                invalid.id(),
                invalid.type(),
                invalid.field(),
                invalid.message(),
                invalid.warnings(),
                invalid.parsed());
    }
}
