package io.hawser.bus.envelope;

import io.hawser.bus.topic.NodePartition;
import java.nio.charset.StandardCharsets;
import java.util.function.ToIntFunction;
import org.apache.kafka.clients.producer.ProducerRecord;

/** Turns an {@link OutgoingRecord} into what Kafka's producer takes. */
public final class ProducerRecords {
    private ProducerRecords() {}

    /** @param partitions count of a topic; asked only for records that choose their partition by another key */
    public static ProducerRecord<byte[], byte[]> of(OutgoingRecord record, ToIntFunction<String> partitions) {
        Integer partition = record.partitionKey()
                .map(key -> NodePartition.of(key, partitions.applyAsInt(record.topic())))
                .orElse(null);
        ProducerRecord<byte[], byte[]> out = new ProducerRecord<>(
                record.topic(),
                partition,
                record.key().getBytes(StandardCharsets.UTF_8),
                record.value().map(OutgoingRecord.Bytes::toArray).orElse(null));
        record.headers().forEach((name, value) -> out.headers().add(name, value.getBytes(StandardCharsets.UTF_8)));
        return out;
    }
}
