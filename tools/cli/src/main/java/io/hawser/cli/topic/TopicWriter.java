package io.hawser.cli.topic;

import com.google.protobuf.Message;
import io.hawser.bus.envelope.OutgoingRecord;
import io.hawser.bus.envelope.ProducerRecords;
import io.hawser.bus.envelope.RecordEncoder;
import io.hawser.bus.topic.HawserTopic;
import io.hawser.bus.topic.TopicNames;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * Writes commands and records to the topics that orchestrators own. Each call returns when the broker has the record
 * for good (acks=all, idempotent producer), or fails with {@link TopicUnreachableException}, which says whether
 * the record may be on the topic all the same.
 */
public final class TopicWriter implements AutoCloseable {
    /** Longer than a restart of a local broker. */
    private static final Duration DELIVERY = Duration.ofSeconds(20);

    private static final Duration LONGEST_REQUEST = Duration.ofSeconds(10);

    private final Producer<byte[], byte[]> producer;
    private final RecordEncoder encoder;
    private final Clock clock;
    private final String bootstrapServers;
    private final Duration delivery;

    /** For a broker without a login. */
    public TopicWriter(String bootstrapServers, TopicNames topics, String source, Clock clock) {
        this(Map.of("bootstrap.servers", bootstrapServers), topics, source, clock);
    }

    /**
     * @param kafka address and login
     * @param source CloudEvents {@code source}, for example {@code hawser/cli}
     */
    public TopicWriter(Map<String, Object> kafka, TopicNames topics, String source, Clock clock) {
        this(kafka, topics, source, clock, DELIVERY);
    }

    /** @param delivery how long the broker may be away */
    public TopicWriter(Map<String, Object> kafka, TopicNames topics, String source, Clock clock, Duration delivery) {
        int deliveryMillis = Math.toIntExact(delivery.toMillis());
        Map<String, Object> settings = new HashMap<>(kafka);
        settings.putAll(Map.of(
                "acks",
                "all",
                "enable.idempotence",
                "true",
                "max.block.ms",
                deliveryMillis,
                "request.timeout.ms",
                Math.toIntExact(LONGEST_REQUEST.toMillis()),
                "delivery.timeout.ms",
                deliveryMillis,
                "linger.ms",
                0));
        this.producer = TopicUnreachableException.orNoClient(
                () -> new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer()));
        this.encoder = new RecordEncoder(topics, source);
        this.clock = clock;
        this.bootstrapServers = String.valueOf(kafka.get("bootstrap.servers"));
        this.delivery = delivery;
    }

    /**
     * A record that was written.
     *
     * @param id the event's; for a command, the command id that its answer names
     * @param offset no reader gets past this one if the broker does not say where the record is
     */
    public record Written(String id, String topic, int partition, long offset) {}

    /**
     * Writes a command, or the whole state of an entity.
     *
     * @return the event's id; for a command, the command id that its answer names
     */
    public String write(HawserTopic topic, String key, Message message) {
        return put(topic, key, message).id();
    }

    /** As {@link #write}; for who must know whether a service has read the record. */
    public Written put(HawserTopic topic, String key, Message message) {
        String id = UUID.randomUUID().toString();
        RecordMetadata place = send(producerRecord(record(topic, key, id, message)));
        return new Written(id, place.topic(), place.partition(), place.hasOffset() ? place.offset() : Long.MAX_VALUE);
    }

    /** A record that is not sent yet. */
    public OutgoingRecord record(HawserTopic topic, String key, String id, Message message) {
        return encoder.encode(topic, key, id, message, clock.instant());
    }

    /** Writes a tombstone: the entity is gone. */
    public void tombstone(HawserTopic topic, String key) {
        send(encoder.tombstone(topic, key));
    }

    /** Sends a record, or exactly the same one again if it was sent before. */
    public void send(OutgoingRecord record) {
        send(producerRecord(record));
    }

    /** On orchestrators' topics, only the key decides the partition. */
    private static ProducerRecord<byte[], byte[]> producerRecord(OutgoingRecord record) {
        return ProducerRecords.of(record, topic -> 1);
    }

    /**
     * Writes a record unchanged.
     *
     * @return the record's place
     */
    public RecordMetadata send(ProducerRecord<byte[], byte[]> record) {
        try {
            return producer.send(record).get(2 * delivery.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            throw failed(record, Objects.requireNonNull(e.getCause()));
        } catch (KafkaException | TimeoutException e) {
            throw failed(record, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw failed(record, e);
        }
    }

    /** Without an answer, the record may be on the topic or not. */
    private TopicUnreachableException failed(ProducerRecord<byte[], byte[]> record, Throwable cause) {
        boolean uncertain = cause instanceof org.apache.kafka.common.errors.TimeoutException
                || cause instanceof TimeoutException
                || cause instanceof InterruptedException;
        Header id = record.headers().lastHeader("ce_id");
        String what = uncertain
                ? "it is not known whether the record was written to " + record.topic()
                        + (id == null
                                ? ""
                                : " (`./hawser command " + new String(id.value(), StandardCharsets.UTF_8)
                                        + "` shows that later)")
                : "cannot write to " + record.topic();
        return new TopicUnreachableException(what, bootstrapServers, cause);
    }

    @Override
    public void close() {
        producer.close(Duration.ofSeconds(5));
    }
}
