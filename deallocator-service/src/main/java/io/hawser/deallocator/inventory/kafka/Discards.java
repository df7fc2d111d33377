package io.hawser.deallocator.inventory.kafka;

import io.hawser.bus.dead.DeadLetters;
import io.hawser.bus.dead.DeadRecord;
import io.hawser.bus.topic.HawserTopic;
import io.hawser.bus.topic.TopicNames;
import io.smallrye.common.annotation.Identifier;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** Reads which records of tasks people have discarded ({@code ./hawser dead-letters discard}). */
@ApplicationScoped
class Discards {
    private static final Duration POLL = Duration.ofMillis(200);
    private static final Duration AT_MOST = Duration.ofSeconds(30);

    private final Map<String, Object> kafka;
    private final TopicNames names;
    /** What was read last, and up to where; the topic is read again only when it has grown. */
    private Read last = new Read(Map.of(), Set.of());

    private record Read(Map<TopicPartition, Long> ends, Set<String> places) {}

    Discards(@Identifier("default-kafka-broker") Map<String, Object> kafka, TopicNames names) {
        this.kafka = kafka;
        this.names = names;
    }

    /**
     * The places of all discarded records. Blocks.
     *
     * @throws IllegalStateException the topic of dead letters could not be read to its end
     */
    synchronized Set<String> places() {
        Map<String, Object> settings = new HashMap<>(kafka);
        settings.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, "false");
        settings.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
        try (Consumer<byte[], byte[]> consumer =
                new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            List<PartitionInfo> partitions =
                    consumer.listTopics().getOrDefault(names.deadOf(HawserTopic.TASKS), List.of());
            List<TopicPartition> logs = partitions.stream()
                    .map(info -> new TopicPartition(info.topic(), info.partition()))
                    .toList();
            Map<TopicPartition, Long> ends = consumer.endOffsets(logs);
            if (!ends.equals(last.ends())) {
                last = new Read(ends, discarded(read(consumer, ends)));
            }
            return last.places();
        }
    }

    private static DeadLetters read(Consumer<byte[], byte[]> consumer, Map<TopicPartition, Long> ends) {
        DeadLetters letters = new DeadLetters();
        consumer.assign(ends.keySet());
        consumer.seekToBeginning(ends.keySet());
        long until = System.nanoTime() + AT_MOST.toNanos();
        while (ends.entrySet().stream().anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
            if (System.nanoTime() > until) {
                throw new IllegalStateException("dead letters were not read within " + AT_MOST.toSeconds() + " s");
            }
            consumer.poll(POLL).forEach(record -> letters.add(DeadRecord.read(record)));
        }
        return letters;
    }

    private static Set<String> discarded(DeadLetters letters) {
        return letters.all().stream()
                .filter(letter -> letter.mark()
                        .filter(mark -> mark.kind() == DeadRecord.Kind.DISCARDED)
                        .isPresent())
                .flatMap(letter -> letter.letter().stood().stream())
                .map(Object::toString)
                .collect(Collectors.toUnmodifiableSet());
    }
}
