package io.hawser.bench.machine;

import com.google.protobuf.Message;
import io.hawser.bus.envelope.OutgoingRecord;
import io.hawser.bus.envelope.ProducerRecords;
import io.hawser.bus.envelope.RecordEncoder;
import io.hawser.bus.topic.HawserTopic;
import io.hawser.bus.topic.TopicNames;
import io.hawser.v1.Assignment;
import java.time.Clock;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Writes the records of orchestrator, plugin-registry and node-agents, without waiting for the broker. Thread-safe. */
public final class RecordWriter implements AutoCloseable {
    private final RecordEncoder encoder = new RecordEncoder(TopicNames.DEFAULT, "hawser/bench");
    private final AtomicReference<Optional<Exception>> failure = new AtomicReference<>(Optional.empty());
    private final Producer<byte[], byte[]> producer;
    private final Clock clock = Clock.systemUTC();

    public RecordWriter(String bootstrapServers) {
        this.producer = new KafkaProducer<>(
                // No lingering: it would count as Hawser's time.
                Map.of(
                        "bootstrap.servers", bootstrapServers,
                        "acks", "all",
                        "enable.idempotence", "true",
                        "linger.ms", "0"),
                new ByteArraySerializer(),
                new ByteArraySerializer());
    }

    /** Sends a record under an id of its own. */
    public void write(HawserTopic topic, String key, Message message) {
        write(topic, key, UUID.randomUUID().toString(), message);
    }

    public void write(HawserTopic topic, String key, String id, Message message) {
        send(topic, encoder.encode(topic, key, id, message, clock.instant()));
    }

    /** Writes an assignment as volume-service would. */
    public void assign(Assignment assignment) {
        send(
                HawserTopic.ASSIGNMENTS,
                encoder.state(
                                HawserTopic.ASSIGNMENTS,
                                assignment.getNode() + "/" + assignment.getVolume(),
                                assignment.getGeneration(),
                                assignment,
                                clock.instant())
                        .partitionedBy(assignment.getNode()));
    }

    /** Says that the entity is gone. */
    public void tombstone(HawserTopic topic, String key) {
        send(topic, encoder.tombstone(topic, key));
    }

    private void send(HawserTopic topic, OutgoingRecord record) {
        producer.send(ProducerRecords.of(record, name -> topic.partitions()), (sent, problem) -> {
            if (problem != null) {
                failure.set(Optional.of(problem));
            }
        });
    }

    /** Returns when the broker has accepted or refused every record. */
    public void flush() {
        producer.flush();
    }

    /** Why a record could not be written, if one could not. */
    public Optional<String> trouble() {
        return failure.get().map(problem -> "a record could not be written: " + problem.getMessage());
    }

    @Override
    public void close() {
        producer.close(java.time.Duration.ofSeconds(5));
    }
}
