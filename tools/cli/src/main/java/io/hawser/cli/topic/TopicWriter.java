package io.hawser.cli.topic;

import com.google.protobuf.Message;
import io.hawser.bus.envelope.OutgoingRecord;
import io.hawser.bus.envelope.ProducerRecords;
import io.hawser.bus.envelope.RecordEncoder;
import io.hawser.bus.topic.HawserTopic;
import io.hawser.bus.topic.TopicNames;
import java.time.Clock;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * An orchestrator's hand: writes commands and records to the topics that orchestrators own. Each call returns when the
 * broker has the record for good (acks=all, idempotent producer), or fails with {@link TopicUnreachableException}; then
 * it may be there or not.
 */
public final class TopicWriter implements AutoCloseable {
    /** Longer than a restart of a local broker. */
    private static final int DELIVERY_MILLIS = 20_000;

    private final Producer<byte[], byte[]> producer;
    private final RecordEncoder encoder;
    private final Clock clock;
    private final String bootstrapServers;

    /** Where nobody asks for a login. */
    public TopicWriter(String bootstrapServers, TopicNames topics, String source, Clock clock) {
        this(Map.of("bootstrap.servers", bootstrapServers), topics, source, clock);
    }

    /**
     * @param kafka address and login
     * @param source CloudEvents {@code source}, such as {@code hawser/cli}
     */
    public TopicWriter(Map<String, Object> kafka, TopicNames topics, String source, Clock clock) {
        Map<String, Object> settings = new HashMap<>(kafka);
        settings.putAll(Map.of(
                "acks",
                "all",
                "enable.idempotence",
                "true",
                "max.block.ms",
                DELIVERY_MILLIS,
                "request.timeout.ms",
                DELIVERY_MILLIS / 2,
                "delivery.timeout.ms",
                DELIVERY_MILLIS,
                "linger.ms",
                0));
        this.producer = new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer());
        this.encoder = new RecordEncoder(topics, source);
        this.clock = clock;
        this.bootstrapServers = String.valueOf(kafka.get("bootstrap.servers"));
    }

    /**
     * Writes a command, or the whole state of an entity.
     *
     * @return the event's id; of a command, the command id under which it is answered
     */
    public String write(HawserTopic topic, String key, Message message) {
        String id = UUID.randomUUID().toString();
        send(encoder.encode(topic, key, id, message, clock.instant()));
        return id;
    }

    /** Says that an entity is gone. */
    public void tombstone(HawserTopic topic, String key) {
        send(encoder.tombstone(topic, key));
    }

    private void send(OutgoingRecord record) {
        // No orchestrator's topic chooses its partition by anything but the key.
        send(ProducerRecords.of(record, topic -> 1));
    }

    /** Writes a record as it is. */
    public void send(ProducerRecord<byte[], byte[]> record) {
        String what = "cannot write to " + record.topic();
        try {
            producer.send(record).get(2L * DELIVERY_MILLIS, TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            throw new TopicUnreachableException(what, bootstrapServers, e.getCause());
        } catch (KafkaException | TimeoutException e) {
            throw new TopicUnreachableException(what, bootstrapServers, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new TopicUnreachableException(what, bootstrapServers, e);
        }
    }

    @Override
    public void close() {
        producer.close(java.time.Duration.ofSeconds(5));
    }
}
