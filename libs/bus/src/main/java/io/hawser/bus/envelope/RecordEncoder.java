package io.hawser.bus.envelope;

import com.google.protobuf.ByteString;
import com.google.protobuf.Message;
import io.hawser.bus.topic.HawserTopic;
import io.hawser.bus.topic.TopicNames;
import io.hawser.message.Truncated;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * Writes records in binary mode.
 *
 * @param source CloudEvents {@code source}: the writing service, such as {@code hawser/volume-service}
 * @param answers the form of the data on the topics that orchestrators and people read; it is protobuf on all others
 */
public record RecordEncoder(TopicNames names, String source, AnswerForm answers) {
    /** Enough to recognize the record, and below every topic's limit. */
    private static final int BEGINNING_BYTES = 16 * 1024;

    public RecordEncoder(TopicNames names, String source) {
        this(names, source, AnswerForm.PROTOBUF);
    }

    /**
     * @param id unique within the source; for a state record {@code TYPE/KEY/REVISION}, for a command its command id
     * @param at CloudEvents {@code time}
     */
    public OutgoingRecord encode(HawserTopic topic, String key, String id, Message message, Instant at) {
        if (answers == AnswerForm.JSON && topic.isForOrchestrators()) {
            OutgoingRecord json = record(topic, key, id, message, at, "application/json", ProtobufJson.bytes(message));
            if (json.bytes() <= RecordLimits.WRITTEN_BYTES) {
                return json;
            }
            // Text that JSON has to escape takes up to six times its bytes. A reader sees the form in the header.
        }
        return record(topic, key, id, message, at, "application/protobuf", message.toByteString());
    }

    private OutgoingRecord record(
            HawserTopic topic,
            String key,
            String id,
            Message message,
            Instant at,
            String contentType,
            ByteString data) {
        return new OutgoingRecord(
                names.of(topic),
                key,
                Optional.empty(),
                Map.of(
                        "ce_specversion",
                        "1.0",
                        "ce_id",
                        id,
                        "ce_source",
                        source,
                        "ce_type",
                        MessageTypes.nameOf(message),
                        "ce_time",
                        at.toString(),
                        "content-type",
                        contentType),
                Optional.of(data));
    }

    /**
     * A state record. Its id derives from its key and revision, so writing the same state again gives the same event.
     */
    public OutgoingRecord state(HawserTopic topic, String key, long revision, Message message, Instant at) {
        return encode(topic, key, topic.suffix() + "/" + key + "/" + revision, message, at);
    }

    /** The entity is gone. */
    public OutgoingRecord tombstone(HawserTopic topic, String key) {
        return new OutgoingRecord(names.of(topic), key, Optional.empty(), Map.of(), Optional.empty());
    }

    /**
     * A record that cannot be applied, with all that is needed to write it back: its bytes, key and headers, and its
     * position.
     */
    public OutgoingRecord dead(HawserTopic topic, ConsumerRecord<byte[], byte[]> record, String message) {
        return dead(topic, record, "", message);
    }

    /** @param topicId Kafka's id of the record's topic; empty if the reader does not know it */
    public OutgoingRecord dead(
            HawserTopic topic, ConsumerRecord<byte[], byte[]> record, String topicId, String message) {
        String key = record.key() == null ? "" : new String(record.key(), StandardCharsets.UTF_8);
        Map<String, String> headers = new HashMap<>(Map.of(
                "hawser_message", Truncated.of(message),
                "hawser_topic", record.topic(),
                "hawser_partition", Integer.toString(record.partition()),
                "hawser_offset", Long.toString(record.offset()),
                "hawser_timestamp", Long.toString(record.timestamp())));
        if (!topicId.isEmpty()) {
            headers.put("hawser_topic_id", topicId);
        }
        return cut(
                names.deadOf(topic),
                key,
                headers,
                SourceRecord.of(record).toHeaders(),
                Optional.ofNullable(record.value()).map(ByteString::copyFrom),
                RecordLimits.WRITTEN_BYTES);
    }

    /**
     * A record that is too large to send: its beginning, with the reason. Dead letters have no dead letters of their
     * own.
     */
    public OutgoingRecord dead(OutgoingRecord record, String message) {
        return cut(
                names.parse(record.topic()).map(names::deadOf).orElse(record.topic()),
                record.key(),
                Map.of("hawser_message", Truncated.of(message), "hawser_topic", record.topic()),
                Map.of(),
                record.value(),
                BEGINNING_BYTES);
    }

    /**
     * A record that does not fit loses the source's headers and part of its value; a header has the value's full size.
     */
    private static OutgoingRecord cut(
            String topic,
            String key,
            Map<String, String> place,
            Map<String, String> source,
            Optional<ByteString> value,
            int most) {
        // A dead letter that cannot be stored would block its partition for ever.
        String shortKey = Truncated.of(StorableText.mended(key));
        Map<String, String> headers = new HashMap<>(place);
        headers.putAll(source);
        OutgoingRecord whole = new OutgoingRecord(topic, shortKey, Optional.empty(), headers, value);
        if (whole.bytes() <= most) {
            return whole;
        }
        ByteString content = value.orElse(ByteString.EMPTY);
        Map<String, String> less = new HashMap<>(place);
        less.put("hawser_bytes", Integer.toString(content.size()));
        OutgoingRecord without = new OutgoingRecord(topic, shortKey, Optional.empty(), less, Optional.empty());
        int room = Math.clamp(most - without.bytes(), 0, content.size());
        return new OutgoingRecord(
                topic, shortKey, Optional.empty(), less, value.map(all -> content.substring(0, room)));
    }
}
