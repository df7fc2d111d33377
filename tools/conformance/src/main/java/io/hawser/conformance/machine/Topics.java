package io.hawser.conformance.machine;

import com.google.protobuf.Message;
import io.hawser.bus.envelope.Decoded;
import io.hawser.bus.envelope.MessageTypes;
import io.hawser.bus.envelope.RecordDecoder;
import io.hawser.bus.topic.HawserTopic;
import io.hawser.bus.topic.TopicNames;
import io.hawser.v1.Assignment;
import io.hawser.v1.CommandResult;
import io.hawser.v1.Deallocation;
import io.hawser.v1.Fingerprint;
import io.hawser.v1.MountReport;
import io.hawser.v1.NodeHeartbeat;
import io.hawser.v1.Plugin;
import io.hawser.v1.TaskVolumes;
import io.hawser.v1.Volume;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * The orchestrator's eye: the last word about each entity on the topics that Hawser writes, kept by a thread of its
 * own.
 */
public final class Topics implements AutoCloseable {
    private static final Duration POLL = Duration.ofMillis(200);
    private static final List<HawserTopic> READ = List.of(
            HawserTopic.VOLUMES,
            HawserTopic.TASK_VOLUMES,
            HawserTopic.COMMAND_RESULTS,
            HawserTopic.ASSIGNMENTS,
            HawserTopic.MOUNTS,
            HawserTopic.FINGERPRINTS,
            HawserTopic.PLUGINS,
            HawserTopic.DEALLOCATIONS);

    private final RecordDecoder decoder = new RecordDecoder(MessageTypes.of(
            Volume.getDefaultInstance(),
            TaskVolumes.getDefaultInstance(),
            CommandResult.getDefaultInstance(),
            Assignment.getDefaultInstance(),
            MountReport.getDefaultInstance(),
            Fingerprint.getDefaultInstance(),
            NodeHeartbeat.getDefaultInstance(),
            Plugin.getDefaultInstance(),
            Deallocation.getDefaultInstance()));
    private final Map<HawserTopic, Map<String, Message>> last = new ConcurrentHashMap<>();
    private final Consumer<byte[], byte[]> consumer;
    private final Thread thread;
    private volatile boolean closing;

    /** The topics must exist: the services make them. */
    public Topics(String bootstrapServers) {
        READ.forEach(topic -> last.put(topic, new ConcurrentHashMap<>()));
        this.consumer = new KafkaConsumer<>(
                Map.of(
                        "bootstrap.servers",
                        bootstrapServers,
                        "isolation.level",
                        "read_committed",
                        "auto.offset.reset",
                        "earliest",
                        "enable.auto.commit",
                        "false"),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer());
        List<TopicPartition> partitions = new ArrayList<>();
        for (HawserTopic topic : READ) {
            for (int partition = 0; partition < topic.partitions(); partition++) {
                partitions.add(new TopicPartition(TopicNames.DEFAULT.of(topic), partition));
            }
        }
        consumer.assign(partitions);
        consumer.seekToBeginning(partitions);
        this.thread = Thread.ofPlatform().daemon().name("topics").start(this::read);
    }

    private void read() {
        try (consumer) {
            while (!closing) {
                consumer.poll(POLL).forEach(record -> {
                    Map<String, Message> entities =
                            last.get(TopicNames.DEFAULT.parse(record.topic()).orElseThrow());
                    switch (decoder.decode(record)) {
                        case Decoded.Known known -> entities.put(known.key(), known.message());
                        case Decoded.Tombstone tombstone -> entities.remove(tombstone.key());
                        case Decoded.Newer ignored -> {}
                        case Decoded.Invalid ignored -> {}
                        case Decoded.Malformed ignored -> {}
                    }
                });
            }
        } catch (WakeupException e) {
            // Asked to end.
        }
    }

    /** The last word about an entity; empty if there is none, or it is a tombstone. */
    public <M extends Message> Optional<M> of(HawserTopic topic, String key, Class<M> type) {
        return Optional.ofNullable(last.get(topic).get(key))
                .filter(type::isInstance)
                .map(type::cast);
    }

    /** Every entity that there is. */
    public <M extends Message> List<M> all(HawserTopic topic, Class<M> type) {
        return last.get(topic).values().stream()
                .filter(type::isInstance)
                .<M>map(type::cast)
                .toList();
    }

    @Override
    public void close() {
        closing = true;
        consumer.wakeup();
        try {
            thread.join(Duration.ofSeconds(10));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
