package io.hawser.cli.topic;

import com.google.protobuf.Message;
import io.hawser.bus.envelope.Decoded;
import io.hawser.bus.envelope.MessageTypes;
import io.hawser.bus.envelope.RecordDecoder;
import io.hawser.bus.topic.HawserTopic;
import io.hawser.bus.topic.TopicNames;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * Reads a topic from its start to the end that it had when asked. An orchestrator that keeps no records of its own finds its
 * last word about an entity here: state records carry the whole entity, so changing one field means to write all again.
 */
public final class TopicReader {
    private static final Duration POLL = Duration.ofMillis(100);
    private static final int GIVE_UP_MILLIS = 20_000;

    private final String bootstrapServers;
    private final TopicNames topics;

    public TopicReader(String bootstrapServers, TopicNames topics) {
        this.bootstrapServers = bootstrapServers;
        this.topics = topics;
    }

    /** The last record of this key; empty if there is none or it is a tombstone. */
    public <M extends Message> Optional<M> last(HawserTopic topic, String key, M type) {
        return Optional.ofNullable(all(topic, type).get(key));
    }

    /** The living entities of a state topic by key, in the order in which they were last written. */
    public <M extends Message> Map<String, M> all(HawserTopic topic, M type) {
        RecordDecoder decoder = new RecordDecoder(MessageTypes.of(type));
        Map<String, M> found = new LinkedHashMap<>();
        for (ConsumerRecord<byte[], byte[]> record : records(topic)) {
            switch (decoder.decode(record)) {
                case Decoded.Known known -> {
                    found.remove(known.key());
                    found.put(known.key(), cast(type, known.message()));
                }
                case Decoded.Tombstone tombstone -> found.remove(tombstone.key());
                case Decoded.Newer ignored -> {}
                case Decoded.Invalid ignored -> {}
                case Decoded.Malformed ignored -> {}
            }
        }
        return found;
    }

    @SuppressWarnings("unchecked") // The decoder knows no other type.
    private static <M extends Message> M cast(M type, Message message) {
        return (M) type.getClass().cast(message);
    }

    private List<ConsumerRecord<byte[], byte[]>> records(HawserTopic topic) {
        try (Consumer<byte[], byte[]> consumer = consumer()) {
            List<TopicPartition> partitions = consumer.partitionsFor(topics.of(topic)).stream()
                    .map(info -> new TopicPartition(info.topic(), info.partition()))
                    .toList();
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
            List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
            long giveUp = System.nanoTime() + Duration.ofMillis(GIVE_UP_MILLIS).toNanos();
            while (ends.entrySet().stream().anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
                consumer.poll(POLL).forEach(records::add);
                if (System.nanoTime() > giveUp) {
                    throw new org.apache.kafka.common.errors.TimeoutException("its end was not reached in time");
                }
            }
            return records;
        } catch (KafkaException e) {
            throw new TopicUnreachableException("cannot read " + topics.of(topic), bootstrapServers, e);
        }
    }

    private Consumer<byte[], byte[]> consumer() {
        return new KafkaConsumer<>(
                Map.of(
                        "bootstrap.servers",
                        bootstrapServers,
                        "isolation.level",
                        "read_committed",
                        "enable.auto.commit",
                        "false",
                        "allow.auto.create.topics",
                        "false",
                        "default.api.timeout.ms",
                        GIVE_UP_MILLIS,
                        "request.timeout.ms",
                        GIVE_UP_MILLIS / 2),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer());
    }
}
