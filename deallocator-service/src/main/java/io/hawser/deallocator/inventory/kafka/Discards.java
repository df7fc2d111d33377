package io.hawser.deallocator.inventory.kafka;

import io.hawser.bus.dead.DeadRecord;
import io.hawser.bus.topic.HawserTopic;
import io.hawser.bus.topic.TopicNames;
import io.hawser.ledger.topic.kafka.TopicWatch;
import io.smallrye.common.annotation.Identifier;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
    private final TopicWatch watch;
    private DiscardedPlaces discarded = new DiscardedPlaces(Set.of());
    /** The offsets up to which the topic was read. */
    private Map<TopicPartition, Long> read = Map.of();
    /** Whether that was its end. */
    private boolean complete = true;
    /** The topic that has these offsets. */
    private Optional<TopicWatch.Life> life = Optional.empty();

    Discards(@Identifier("default-kafka-broker") Map<String, Object> kafka, TopicNames names, TopicWatch watch) {
        this.kafka = kafka;
        this.names = names;
        this.watch = watch;
    }

    /**
     * Those of these places whose records were discarded. Reads on where it stopped. A place that was not asked before
     * may stand in what was read, so all is read again, but only once the topic was read to its end: with new places at
     * each call, it would never get there. Until then nothing is said of the new ones. Blocks.
     *
     * @throws IllegalStateException the topic of dead letters was not read to its end; the next call reads on
     */
    Set<String> of(Set<String> places) {
        Map<String, Object> settings = new HashMap<>(kafka);
        settings.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, "false");
        settings.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
        settings.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
        try (Consumer<byte[], byte[]> consumer =
                new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            return of(places, consumer, watch.present(names.deadOf(HawserTopic.TASKS)));
        }
    }

    /** @param now the topic of dead letters as it is now */
    synchronized Set<String> of(Set<String> places, Consumer<byte[], byte[]> consumer, Optional<TopicWatch.Life> now) {
        List<PartitionInfo> partitions = consumer.listTopics().getOrDefault(names.deadOf(HawserTopic.TASKS), List.of());
        List<TopicPartition> logs = partitions.stream()
                .map(info -> new TopicPartition(info.topic(), info.partition()))
                .toList();
        Map<TopicPartition, Long> ends = consumer.endOffsets(logs);
        if ((complete && !discarded.covers(places)) || !life.equals(now) || !continues(ends)) {
            discarded = new DiscardedPlaces(places);
            read = consumer.beginningOffsets(logs);
            life = now;
        }
        complete = false;
        if (!read.equals(ends)) {
            readOn(consumer, ends);
        }
        complete = true;
        return discarded.places();
    }

    /**
     * Whether the topic still goes as far as it was read. If not, it was made again, which the watch may not know yet.
     */
    private boolean continues(Map<TopicPartition, Long> ends) {
        return read.keySet().equals(ends.keySet())
                && read.entrySet().stream().allMatch(each -> each.getValue() <= ends.getOrDefault(each.getKey(), 0L));
    }

    private void readOn(Consumer<byte[], byte[]> consumer, Map<TopicPartition, Long> ends) {
        consumer.assign(ends.keySet());
        read.forEach(consumer::seek);
        long until = System.nanoTime() + AT_MOST.toNanos();
        while (ends.entrySet().stream().anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
            if (System.nanoTime() > until) {
                throw new IllegalStateException("dead letters were not read within " + AT_MOST.toSeconds() + " s");
            }
            consumer.poll(POLL).forEach(record -> discarded.add(DeadRecord.read(record)));
            read = ends.keySet().stream().collect(Collectors.toUnmodifiableMap(log -> log, consumer::position));
        }
    }
}
