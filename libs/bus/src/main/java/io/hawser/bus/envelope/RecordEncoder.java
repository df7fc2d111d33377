package io.hawser.bus.envelope;

import com.google.protobuf.Message;
import io.hawser.bus.topic.HawserTopic;
import io.hawser.bus.topic.TopicNames;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * Writes records in binary mode with protobuf data.
 *
 * @param source CloudEvents {@code source}: the service that writes, such as {@code hawser/volume-service}
 */
public record RecordEncoder(TopicNames names, String source) {
    /**
     * @param id unique within the source; for a state record {@code TYPE/KEY/REVISION}, for a command its command id
     * @param at CloudEvents {@code time}
     */
    public OutgoingRecord encode(HawserTopic topic, String key, String id, Message message, Instant at) {
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
                        "application/protobuf"),
                Optional.of(OutgoingRecord.Bytes.of(message.toByteArray())));
    }

    /** A state record: its id is made of what it says, so a second writing of the same state is the same event. */
    public OutgoingRecord state(HawserTopic topic, String key, long revision, Message message, Instant at) {
        return encode(topic, key, topic.suffix() + "/" + key + "/" + revision, message, at);
    }

    /** The entity is gone. */
    public OutgoingRecord tombstone(HawserTopic topic, String key) {
        return new OutgoingRecord(names.of(topic), key, Optional.empty(), Map.of(), Optional.empty());
    }

    /** What could not be decoded, bytes as they came, with the reason and where it stood. */
    public OutgoingRecord dead(HawserTopic topic, ConsumerRecord<byte[], byte[]> record, String reason) {
        String key = record.key() == null ? "" : new String(record.key(), java.nio.charset.StandardCharsets.UTF_8);
        // PostgreSQL's text holds no NUL, and a dead letter that cannot be stored would hold its partition for ever.
        key = key.replace('\0', '\uFFFD');
        return new OutgoingRecord(
                names.deadOf(topic),
                key,
                Optional.empty(),
                Map.of(
                        "hawser_reason", reason,
                        "hawser_topic", record.topic(),
                        "hawser_partition", Integer.toString(record.partition()),
                        "hawser_offset", Long.toString(record.offset())),
                Optional.ofNullable(record.value()).map(OutgoingRecord.Bytes::of));
    }
}
