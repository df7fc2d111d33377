package io.hawser.testkit.topic;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** A topic from its beginning to where it ends now. */
public final class CommittedRecords {
    private CommittedRecords() {}

    /**
     * The first record of each outbox row: a relay that starts over may send a row again. Holds for records in order,
     * and for one reading of them.
     */
    public static Predicate<ConsumerRecord<byte[], byte[]>> firstOfEachRow() {
        Set<String> seen = new HashSet<>();
        return record -> {
            Header drawn = record.headers().lastHeader("hawser_drawn");
            return drawn == null || seen.add(new String(drawn.value(), UTF_8) + " " + new String(record.key(), UTF_8));
        };
    }

    /**
     * Everything committed in the topic; each partition's in order.
     *
     * @param kafka address, and what else a consumer needs
     */
    public static List<ConsumerRecord<byte[], byte[]>> of(Map<String, Object> kafka, String topic) {
        Map<String, Object> settings = new HashMap<>(kafka);
        settings.put("isolation.level", "read_committed");
        try (var consumer = new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            List<TopicPartition> partitions = consumer.partitionsFor(topic).stream()
                    .map(info -> new TopicPartition(topic, info.partition()))
                    .toList();
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
            List<ConsumerRecord<byte[], byte[]>> found = new ArrayList<>();
            while (ends.entrySet().stream().anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
                consumer.poll(Duration.ofMillis(100)).forEach(found::add);
            }
            return found;
        }
    }
}
