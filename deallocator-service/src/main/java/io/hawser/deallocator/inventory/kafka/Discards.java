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

    Discards(@Identifier("default-kafka-broker") Map<String, Object> kafka, TopicNames names) {
        this.kafka = kafka;
        this.names = names;
    }

    /** The places of all discarded records. Blocks; reads the whole topic of dead letters. */
    Set<String> places() {
        Map<String, Object> settings = new HashMap<>(kafka);
        settings.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, "false");
        settings.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
        try (Consumer<byte[], byte[]> consumer =
                new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            List<PartitionInfo> partitions =
                    consumer.listTopics().getOrDefault(names.deadOf(HawserTopic.TASKS), List.of());
            return partitions.isEmpty() ? Set.of() : discarded(read(consumer, partitions));
        }
    }

    private static DeadLetters read(Consumer<byte[], byte[]> consumer, List<PartitionInfo> partitions) {
        List<TopicPartition> logs = partitions.stream()
                .map(info -> new TopicPartition(info.topic(), info.partition()))
                .toList();
        DeadLetters letters = new DeadLetters();
        consumer.assign(logs);
        consumer.seekToBeginning(logs);
        Map<TopicPartition, Long> ends = consumer.endOffsets(logs);
        long until = System.nanoTime() + AT_MOST.toNanos();
        while (logs.stream().anyMatch(log -> consumer.position(log) < ends.getOrDefault(log, 0L))
                && System.nanoTime() < until) {
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
