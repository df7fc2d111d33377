package io.hawser.conformance.history;

import io.hawser.bus.envelope.Origin;
import io.hawser.cli.topic.CommittedConsumer;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;

/** Reads records from their topics as bytes. */
public final class RawRecords {
    private static final Duration AT_MOST = Duration.ofSeconds(5);

    private RawRecords() {}

    /** The record of that origin; empty if it is not there any more, or the broker is away. */
    public static Optional<ConsumerRecord<byte[], byte[]>> read(String bootstrapServers, Origin origin) {
        TopicPartition partition = new TopicPartition(origin.topic(), origin.partition());
        try (KafkaConsumer<byte[], byte[]> consumer = CommittedConsumer.of(bootstrapServers)) {
            consumer.assign(List.of(partition));
            consumer.seek(partition, origin.offset());
            long giveUp = System.nanoTime() + AT_MOST.toNanos();
            while (System.nanoTime() < giveUp) {
                List<ConsumerRecord<byte[], byte[]>> found =
                        consumer.poll(AT_MOST).records(partition);
                if (!found.isEmpty()) {
                    return Optional.of(found.getFirst()).filter(record -> record.offset() == origin.offset());
                }
            }
            return Optional.empty();
        }
    }
}
