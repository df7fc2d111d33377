package io.hawser.volume.testkit;

import com.google.protobuf.Message;
import io.hawser.bus.envelope.Decoded;
import io.hawser.bus.envelope.MessageTypes;
import io.hawser.bus.envelope.ProducerRecords;
import io.hawser.bus.envelope.RecordDecoder;
import io.hawser.bus.envelope.RecordEncoder;
import io.hawser.bus.key.NodeVolume;
import io.hawser.bus.service.HawserService;
import io.hawser.bus.topic.HawserTopic;
import io.hawser.bus.topic.TopicNames;
import io.hawser.v1.Assignment;
import io.hawser.v1.CommandResult;
import io.hawser.v1.TaskVolumes;
import io.hawser.v1.Volume;
import io.hawser.v1.VolumePhase;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.awaitility.core.ConditionTimeoutException;

/** What is around volume-service: writes the topics that it reads, reads those that it writes. */
public final class Orchestrator implements AutoCloseable {
    private static final Set<HawserTopic> READ = HawserTopic.writtenBy(HawserService.VOLUME_SERVICE);

    /** Topics on which volume-service writes only tombstones. A test writes what an agent would. */
    private static final Set<HawserTopic> OF_AGENTS = Set.of(HawserTopic.FINGERPRINTS, HawserTopic.MOUNTS);

    private final TopicNames names;
    private final RecordEncoder encoder;
    private final RecordDecoder decoder = new RecordDecoder(MessageTypes.on(READ));
    private final KafkaProducer<byte[], byte[]> producer;
    private final KafkaConsumer<byte[], byte[]> consumer;
    private final Map<String, Optional<Message>> latest = new HashMap<>();
    private final Map<String, Long> seen = new HashMap<>();
    /** All answers by command, the last one first: two of them may come with one poll. */
    private final Map<String, Deque<CommandResult>> answers = new HashMap<>();

    public Orchestrator(Map<String, Object> kafka, TopicNames names) {
        this.names = names;
        encoder = new RecordEncoder(names, "test");
        producer = new KafkaProducer<>(kafka, new ByteArraySerializer(), new ByteArraySerializer());
        Map<String, Object> settings = new HashMap<>(kafka);
        settings.put("isolation.level", "read_committed");
        consumer = new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer());
        List<TopicPartition> partitions = new ArrayList<>();
        for (HawserTopic topic : READ) {
            for (int partition = 0; partition < topic.partitions(); partition++) {
                partitions.add(new TopicPartition(names.of(topic), partition));
            }
        }
        consumer.assign(partitions);
        consumer.seekToBeginning(partitions);
    }

    public void write(HawserTopic topic, String key, String id, Message message) {
        send(ProducerRecords.of(encoder.encode(topic, key, id, message, Instant.EPOCH), t -> topic.partitions()));
    }

    /** Writes JSON, as a producer without protobuf does. */
    public void writeJson(HawserTopic topic, String key, String id, String type, String json) {
        ProducerRecord<byte[], byte[]> record = new ProducerRecord<>(
                names.of(topic), key.getBytes(StandardCharsets.UTF_8), json.getBytes(StandardCharsets.UTF_8));
        Map.of(
                        "ce_specversion", "1.0",
                        "ce_id", id,
                        "ce_source", "test",
                        "ce_type", type,
                        "content-type", "application/json")
                .forEach((name, value) -> record.headers().add(name, value.getBytes(StandardCharsets.UTF_8)));
        send(record);
    }

    /** As a producer that chooses partitions in its own way. */
    public void writeTo(int partition, HawserTopic topic, String key, String id, Message message) {
        var record =
                ProducerRecords.of(encoder.encode(topic, key, id, message, Instant.EPOCH), t -> topic.partitions());
        send(new ProducerRecord<>(record.topic(), partition, record.key(), record.value(), record.headers()));
    }

    public void remove(HawserTopic topic, String key) {
        send(ProducerRecords.of(encoder.tombstone(topic, key), t -> topic.partitions()));
    }

    /** Fails if the broker does not take the record: a test would wait for its effect in vain. */
    private void send(ProducerRecord<byte[], byte[]> record) {
        Future<RecordMetadata> sent = producer.send(record);
        producer.flush();
        try {
            sent.get();
        } catch (ExecutionException e) {
            throw new IllegalStateException(record.topic() + " took no record", e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while writing to " + record.topic(), e);
        }
    }

    public <M extends Message> M await(HawserTopic topic, String key, Class<M> type, Predicate<M> condition) {
        return await(topic + " " + key, () -> latest(topic, key)
                .filter(type::isInstance)
                .map(type::cast)
                .filter(condition));
    }

    private <M extends Message> M await(String what, Supplier<Optional<M>> look) {
        return until(what, () -> {
            poll();
            return look.get();
        });
    }

    private <M extends Message> M until(String what, Callable<Optional<M>> look) {
        try {
            return soon(what).until(look, Optional::isPresent).orElseThrow();
        } catch (ConditionTimeoutException e) {
            throw new AssertionError(what + " did not come; what was said last: " + latest, e);
        }
    }

    public Volume awaitVolume(String volume, Predicate<Volume> condition) {
        return await(HawserTopic.VOLUMES, volume, Volume.class, condition);
    }

    public Volume awaitCreated(String volume) {
        return awaitVolume(volume, v -> v.getPhase() == VolumePhase.VOLUME_PHASE_CREATED);
    }

    public Volume awaitCondition(String volume, String type) {
        return awaitVolume(volume, v -> v.getConditionsList().stream()
                .anyMatch(condition -> condition.getType().equals(type)));
    }

    public Assignment awaitAssignment(String node, String volume, Predicate<Assignment> condition) {
        return await(HawserTopic.ASSIGNMENTS, new NodeVolume(node, volume).key(), Assignment.class, condition);
    }

    /** Awaits the assignment that lets the node mount it for one task. */
    public Assignment awaitAssigned(String node, String volume) {
        return awaitAssignment(node, volume, assignment -> assignment.getTargetsCount() == 1);
    }

    public TaskVolumes awaitTask(String task, Predicate<TaskVolumes> condition) {
        return await(HawserTopic.TASK_VOLUMES, task, TaskVolumes.class, condition);
    }

    /** Also an answer that was followed by another one. */
    public CommandResult awaitResult(String id, Predicate<CommandResult> condition) {
        // No answer replaces another one, so what was polled before counts.
        return until("the answer to " + id, () -> answer(id, condition).or(() -> {
            poll();
            return answer(id, condition);
        }));
    }

    private Optional<CommandResult> answer(String id, Predicate<CommandResult> condition) {
        return answers.getOrDefault(id, new ArrayDeque<>()).stream()
                .filter(condition)
                .findFirst();
    }

    public void awaitGone(HawserTopic topic, String key) {
        soon(topic + " " + key + " gone").until(() -> {
            poll();
            return latest.containsKey(topic + "|" + key) && latest(topic, key).isEmpty();
        });
    }

    /** How many records of that key were seen. */
    public long written(HawserTopic topic, String key) {
        poll();
        return seen.getOrDefault(topic + "|" + key, 0L);
    }

    /** Each look waits for records by itself, so that none is put off. */
    private static ConditionFactory soon(String what) {
        return Awaitility.await(what)
                .atMost(Duration.ofMinutes(2))
                .pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(1));
    }

    private Optional<Message> latest(HawserTopic topic, String key) {
        return latest.getOrDefault(topic + "|" + key, Optional.empty());
    }

    private void poll() {
        consumer.poll(Duration.ofMillis(50)).forEach(record -> {
            HawserTopic topic = names.parse(record.topic()).orElseThrow();
            seen.merge(topic + "|" + new String(record.key(), StandardCharsets.UTF_8), 1L, Long::sum);
            switch (decoder.decode(record)) {
                case Decoded.Known known -> {
                    latest.put(topic + "|" + known.key(), Optional.of(known.message()));
                    if (known.message() instanceof CommandResult answer) {
                        answers.computeIfAbsent(answer.getCommandId(), id -> new ArrayDeque<>())
                                .addFirst(answer);
                    }
                }
                case Decoded.Tombstone gone -> latest.put(topic + "|" + gone.key(), Optional.empty());
                // What says that a topic is complete; no record of an entity.
                case Decoded.Newer ignored -> {}
                case Decoded other -> {
                    if (!OF_AGENTS.contains(topic)) {
                        throw new IllegalStateException("volume-service wrote " + other);
                    }
                }
            }
        });
    }

    @Override
    public void close() {
        producer.close();
        consumer.close();
    }
}
