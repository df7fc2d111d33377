package io.hawser.conformance.machine;

import com.google.protobuf.Message;
import io.hawser.bus.envelope.OutgoingRecord;
import io.hawser.bus.envelope.ProducerRecords;
import io.hawser.bus.envelope.RecordEncoder;
import io.hawser.bus.topic.HawserTopic;
import io.hawser.bus.topic.TopicNames;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * The orchestrator's hand on its topics. Each call returns when the broker has the record for good, over a restart of
 * it, too.
 */
public final class Orchestrator implements AutoCloseable {
    /** Longer than any outage that conformance makes. */
    private static final int DELIVERY_MILLIS = 90_000;

    private final RecordEncoder encoder = new RecordEncoder(TopicNames.DEFAULT, "hawser/conformance");
    private final Producer<byte[], byte[]> producer;
    private final Clock clock;

    public Orchestrator(String bootstrapServers, Clock clock) {
        this.clock = clock;
        this.producer = new KafkaProducer<>(
                Map.of(
                        "bootstrap.servers",
                        bootstrapServers,
                        "acks",
                        "all",
                        "enable.idempotence",
                        "true",
                        "linger.ms",
                        0,
                        "max.block.ms",
                        DELIVERY_MILLIS,
                        "request.timeout.ms",
                        5_000,
                        "delivery.timeout.ms",
                        DELIVERY_MILLIS),
                new ByteArraySerializer(),
                new ByteArraySerializer());
    }

    /** A record with an id of its own, not yet sent. */
    public Written record(HawserTopic topic, String key, Message message) {
        String id = UUID.randomUUID().toString();
        return new Written(id, topic, encoder.encode(topic, key, id, message, clock.instant()));
    }

    /** Says that an entity is gone. */
    public void tombstone(HawserTopic topic, String key) {
        send(encoder.tombstone(topic, key));
    }

    /** Sends it; again, if it was sent before: the very same record. */
    public void send(Written record) {
        send(record.record());
    }

    private void send(OutgoingRecord record) {
        send(ProducerRecords.of(record, topic -> 1));
    }

    /**
     * Whatever it is.
     *
     * @return where it stands
     */
    public RecordMetadata send(ProducerRecord<byte[], byte[]> record) {
        try {
            return producer.send(record).get();
        } catch (ExecutionException e) {
            throw new IllegalStateException("cannot write to " + record.topic() + ": " + e.getCause(), e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while writing to " + record.topic(), e);
        }
    }

    @Override
    public void close() {
        producer.close(Duration.ofSeconds(5));
    }

    /**
     * A record of the orchestrator's.
     *
     * @param id the event's; of a command, the command id under which it is answered
     */
    public record Written(String id, HawserTopic topic, OutgoingRecord record) {}
}
