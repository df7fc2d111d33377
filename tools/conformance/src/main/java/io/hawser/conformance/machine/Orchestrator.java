package io.hawser.conformance.machine;

import com.google.protobuf.Message;
import io.hawser.bus.envelope.OutgoingRecord;
import io.hawser.bus.topic.HawserTopic;
import io.hawser.bus.topic.TopicNames;
import io.hawser.cli.topic.TopicWriter;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;

/**
 * Writes to topics as the orchestrator. Each call returns when the broker has the record for good, even if the broker
 * restarts meanwhile.
 */
public final class Orchestrator implements AutoCloseable {
    /** Longer than any outage in conformance. */
    private static final Duration DELIVERY = Duration.ofSeconds(90);

    private final TopicWriter writer;

    public Orchestrator(String bootstrapServers, Clock clock) {
        this.writer = new TopicWriter(
                Map.of("bootstrap.servers", bootstrapServers),
                TopicNames.DEFAULT,
                "hawser/conformance",
                clock,
                DELIVERY);
    }

    /** A record with an id of its own, not yet sent. */
    public Written record(HawserTopic topic, String key, Message message) {
        String id = UUID.randomUUID().toString();
        return new Written(id, topic, writer.record(topic, key, id, message));
    }

    /** Writes a tombstone: the entity is gone. */
    public void tombstone(HawserTopic topic, String key) {
        writer.tombstone(topic, key);
    }

    /** Sends the record, or exactly the same one again if it was sent before. */
    public void send(Written record) {
        writer.send(record.record());
    }

    /**
     * Sends a record unchanged.
     *
     * @return the record's place
     */
    public RecordMetadata send(ProducerRecord<byte[], byte[]> record) {
        return writer.send(record);
    }

    @Override
    public void close() {
        writer.close();
    }

    /**
     * A record of the orchestrator's.
     *
     * @param id the event's id; for a command, the command id that its answer names
     */
    public record Written(String id, HawserTopic topic, OutgoingRecord record) {}
}
