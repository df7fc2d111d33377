package io.hawser.bus.dead;

import io.hawser.bus.envelope.Origin;
import io.hawser.bus.envelope.OutgoingRecord.Bytes;
import io.hawser.bus.envelope.SourceRecord;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;

/** One record of a topic of dead letters. */
public sealed interface DeadRecord {
    /**
     * A record that could not be applied, or not be sent.
     *
     * @param at where it lies; names it in every command
     * @param since when it came to lie there
     * @param key of the letter: its record's, as text and cut where it is long
     * @param topic the record's own
     * @param stood where the record stood; empty: it never stood there, because it could not be sent
     * @param written by the record's own timestamp
     * @param source the record's key and headers; empty where the letter was cut, and of a record that could not be
     *     sent
     * @param value empty: it was a tombstone
     * @param cutOf how many bytes the value had, where the letter holds its beginning only
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
            Optional<Bytes> value,
            OptionalLong cutOf)
            implements DeadRecord {}

    /** What a person did about a letter; of several the last counts. */
    record Mark(Origin letter, Kind kind, Instant at, String message) implements DeadRecord {}

    /** Neither: somebody else wrote it. */
    record Foreign(Origin at) implements DeadRecord {}

    /** What was done. */
    enum Kind {
        /** The record was written back to its topic. */
        REPLAYED,
        /** A person decided that what it says does not matter any more: nobody waits for it. */
        DISCARDED;

        /** As it stands in the header, and as people read it. */
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** Total: what is neither letter nor mark is foreign. */
    static DeadRecord read(ConsumerRecord<byte[], byte[]> record) {
        Origin at = new Origin(record.topic(), "", record.partition(), record.offset());
        Instant since = Instant.ofEpochMilli(record.timestamp());
        Map<String, String> headers = headers(record);
        try {
            if (headers.containsKey("hawser_mark")) {
                Origin letter = new Origin(
                        record.topic(),
                        "",
                        record.partition(),
                        Long.parseLong(headers.getOrDefault("hawser_letter", "")));
                Kind kind = Kind.valueOf(headers.get("hawser_mark").toUpperCase(Locale.ROOT));
                return new Mark(letter, kind, since, headers.getOrDefault("hawser_message", ""));
            }
            return headers.containsKey("hawser_topic") ? letter(record, at, since, headers) : new Foreign(at);
        } catch (IllegalArgumentException e) {
            return new Foreign(at);
        }
    }

    private static Letter letter(
            ConsumerRecord<byte[], byte[]> record, Origin at, Instant since, Map<String, String> headers) {
        String topic = headers.get("hawser_topic");
        Optional<Origin> stood = Optional.ofNullable(headers.get("hawser_offset"))
                .map(offset -> new Origin(
                        topic,
                        "",
                        Integer.parseInt(headers.getOrDefault("hawser_partition", "")),
                        Long.parseLong(offset)));
        return new Letter(
                at,
                since,
                record.key() == null ? "" : new String(record.key(), StandardCharsets.UTF_8),
                headers.getOrDefault("hawser_message", ""),
                topic,
                stood,
                Optional.ofNullable(headers.get("hawser_timestamp"))
                        .map(millis -> Instant.ofEpochMilli(Long.parseLong(millis)))
                        .filter(written -> written.isBefore(since))
                        .orElse(since),
                SourceRecord.read(headers),
                Optional.ofNullable(record.value()).map(Bytes::of),
                headers.containsKey("hawser_bytes")
                        ? OptionalLong.of(Long.parseLong(headers.get("hawser_bytes")))
                        : OptionalLong.empty());
    }

    /** The record that marks a letter: on its topic and partition, under its key, without content. */
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
