package io.hawser.cli.dead;

import com.google.protobuf.ByteString;
import com.google.protobuf.Message;
import io.hawser.bus.dead.DeadRecord.Letter;
import io.hawser.bus.envelope.Decoded;
import io.hawser.bus.envelope.MessageTypes;
import io.hawser.bus.envelope.RecordDecoder;
import io.hawser.bus.envelope.SourceRecord;
import java.util.HexFormat;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/** The content of a dead letter's record, as far as it can be read. */
public sealed interface Content {
    /** The record can be read: its form was not the reason. */
    record Readable(String id, String type, Message message) implements Content {}

    /** A tombstone: the entity is gone. */
    record Gone() implements Content {}

    /** @param hex the record's first bytes */
    record Unreadable(String message, int bytes, String hex) implements Content {}

    /** Decodes every type on Hawser's topics. */
    RecordDecoder DECODER = new RecordDecoder(MessageTypes.onAll());

    int EXCERPT_BYTES = 256;

    /** The event's id, if the letter's record has a readable one. */
    static Optional<String> eventId(Letter letter) {
        return switch (DECODER.decode(record(letter))) {
            case Decoded.Known known -> Optional.of(known.id());
            case Decoded.Invalid invalid -> Optional.of(invalid.id());
            case Decoded.Newer newer -> Optional.of(newer.id());
            case Decoded.Malformed malformed -> malformed.id();
            case Decoded.Tombstone ignored -> Optional.empty();
        };
    }

    static Content of(Letter letter) {
        return switch (DECODER.decode(record(letter))) {
            case Decoded.Known known -> new Readable(known.id(), known.type(), known.message());
            case Decoded.Tombstone ignored -> new Gone();
            case Decoded.Invalid invalid -> unreadable(letter, invalid.field() + ": " + invalid.message());
            case Decoded.Newer newer -> unreadable(letter, "type " + newer.type() + " is not known here");
            case Decoded.Malformed malformed -> unreadable(letter, malformed.message());
        };
    }

    private static ConsumerRecord<byte[], byte[]> record(Letter letter) {
        Optional<SourceRecord> source = letter.source();
        ConsumerRecord<byte[], byte[]> record = new ConsumerRecord<>(
                letter.topic(),
                0,
                0,
                source.flatMap(SourceRecord::key).map(ByteString::toByteArray).orElse(null),
                letter.value().map(ByteString::toByteArray).orElse(null));
        source.ifPresent(it -> it.headers().forEach(header -> record.headers()
                .add(header.name(), header.value().map(ByteString::toByteArray).orElse(null))));
        return record;
    }

    private static Content unreadable(Letter letter, String message) {
        byte @Nullable [] value = letter.value().map(ByteString::toByteArray).orElse(null);
        if (value == null) {
            return new Unreadable(message, 0, "");
        }
        int excerpt = Math.min(value.length, EXCERPT_BYTES);
        return new Unreadable(message, value.length, HexFormat.of().formatHex(value, 0, excerpt));
    }
}
