package io.hawser.bus.dead;

import com.google.protobuf.ByteString;
import io.hawser.bus.envelope.Origin;
import io.hawser.bus.envelope.SourceRecord;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;

/** One record of a dead-letter topic. */
public sealed interface DeadRecord {
    /**
     * A record that could not be applied or sent.
     *
     * @param at position of the letter, which names it in every command
     * @param since when the letter was written
     * @param key of the letter: the original key as text, cut if it is long
     * @param topic of the original record
     * @param stood position of the original record; empty: it could not be sent, so it has none. Without the topic's id
     *     if the letter's writer did not know it
     * @param written timestamp of the original record
     * @param source key and headers of the original record; empty if the letter was cut, or if the record could not be
     *     sent
     * @param value empty: a tombstone
     * @param cutOf how many bytes the value had, if the letter has only its beginning
     */
    record Letter(
            Origin at,
            Instant since,
            String key,
            String message,
            String topic,
            Optional<Origin> stood,
            Instant written,
            Optional<SourceRecord> source,
            Optional<ByteString> value,
            OptionalLong cutOf)
            implements DeadRecord {}

    /** A person's decision about a letter; the last one counts. */
    record Mark(Origin letter, Kind kind, Instant at, String message) implements DeadRecord {}

    /**
     * A person's decision that a record does not matter any more, whose letter is gone or never was.
     *
     * @param stood position of the record
     */
    record Discarded(Origin stood) implements DeadRecord {}

    /** Neither letter nor mark: another program wrote it. */
    record Foreign(Origin at) implements DeadRecord {}

    enum Kind {
        /** The record was written back to its topic. */
        REPLAYED,
        /** A person decided that the record does not matter any more: nothing waits for it. */
        DISCARDED;

        /** The word in the header, which people read too. */
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** Never fails: a record that is neither letter nor mark is foreign. */
    static DeadRecord read(ConsumerRecord<byte[], byte[]> record) {
        Origin at = new Origin(record.topic(), "", record.partition(), record.offset());
        Instant since = Instant.ofEpochMilli(record.timestamp());
        Map<String, String> headers = headers(record);
        try {
            if (headers.containsKey("hawser_mark")) {
                Kind kind = Kind.valueOf(headers.get("hawser_mark").toUpperCase(Locale.ROOT));
                if (headers.containsKey("hawser_topic") && !headers.containsKey("hawser_letter")) {
                    return kind == Kind.DISCARDED ? new Discarded(stood(headers)) : new Foreign(at);
                }
                Origin letter = new Origin(
                        record.topic(),
                        "",
                        record.partition(),
                        Long.parseLong(headers.getOrDefault("hawser_letter", "")));
                return new Mark(letter, kind, since, headers.getOrDefault("hawser_message", ""));
            }
            return headers.containsKey("hawser_topic") ? letter(record, at, since, headers) : new Foreign(at);
        } catch (IllegalArgumentException e) {
            return new Foreign(at);
        }
    }

    private static Letter letter(
            ConsumerRecord<byte[], byte[]> record, Origin at, Instant since, Map<String, String> headers) {
        Optional<Origin> stood = headers.containsKey("hawser_offset") ? Optional.of(stood(headers)) : Optional.empty();
        return new Letter(
                at,
                since,
                record.key() == null ? "" : new String(record.key(), StandardCharsets.UTF_8),
                headers.getOrDefault("hawser_message", ""),
                Objects.requireNonNull(headers.get("hawser_topic")),
                stood,
                Optional.ofNullable(headers.get("hawser_timestamp"))
                        .map(millis -> Instant.ofEpochMilli(Long.parseLong(millis)))
                        .filter(written -> written.isBefore(since))
                        .orElse(since),
                SourceRecord.read(headers),
                Optional.ofNullable(record.value()).map(ByteString::copyFrom),
                headers.containsKey("hawser_bytes")
                        ? OptionalLong.of(Long.parseLong(headers.get("hawser_bytes")))
                        : OptionalLong.empty());
    }

    private static Origin stood(Map<String, String> headers) {
        return new Origin(
                Objects.requireNonNull(headers.get("hawser_topic")),
                headers.getOrDefault("hawser_topic_id", ""),
                Integer.parseInt(headers.getOrDefault("hawser_partition", "")),
                Long.parseLong(headers.getOrDefault("hawser_offset", "")));
    }

    /** The mark of a record that has no letter: it names the record's own place. */
    static ProducerRecord<byte[], byte[]> discarded(Origin stood, String deadTopic, String message) {
        ProducerRecord<byte[], byte[]> mark = new ProducerRecord<>(deadTopic, utf8(stood.place()), new byte[0]);
        mark.headers()
                .add("hawser_mark", utf8(Kind.DISCARDED.word()))
                .add("hawser_topic", utf8(stood.topic()))
                .add("hawser_topic_id", utf8(stood.topicId()))
                .add("hawser_partition", utf8(Integer.toString(stood.partition())))
                .add("hawser_offset", utf8(Long.toString(stood.offset())))
                .add("hawser_message", utf8(message));
        return mark;
    }

    /** The mark of a letter: on the letter's topic and partition, under its key, without content. */
    static ProducerRecord<byte[], byte[]> mark(Letter letter, Kind kind, String message) {
        ProducerRecord<byte[], byte[]> mark =
                new ProducerRecord<>(letter.at().topic(), letter.at().partition(), utf8(letter.key()), new byte[0]);
        mark.headers().add("hawser_mark", utf8(kind.word()));
        mark.headers().add("hawser_letter", utf8(Long.toString(letter.at().offset())));
        mark.headers().add("hawser_message", utf8(message));
        return mark;
    }

    private static Map<String, String> headers(ConsumerRecord<byte[], byte[]> record) {
        Map<String, String> headers = new HashMap<>();
        record.headers().forEach(header -> {
            if (header.value() != null) {
                headers.put(header.key(), new String(header.value(), StandardCharsets.UTF_8));
            }
        });
        return headers;
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
