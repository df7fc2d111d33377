package io.hawser.bus.envelope;

import com.google.protobuf.ByteString;
import io.hawser.bus.topic.KeyHash;
import java.nio.charset.StandardCharsets;
import java.util.function.ToIntFunction;
import org.apache.kafka.clients.producer.ProducerRecord;

/** Makes a Kafka {@code ProducerRecord} from an {@link OutgoingRecord}. */
public final class ProducerRecords {
    private ProducerRecords() {}

    /** @param partitions number of a topic's partitions; used only for records with another partition key */
    public static ProducerRecord<byte[], byte[]> of(OutgoingRecord record, ToIntFunction<String> partitions) {
        Integer partition = record.partitionKey()
                .map(key -> KeyHash.of(key, partitions.applyAsInt(record.topic())))
                .orElse(null);
        ProducerRecord<byte[], byte[]> out = new ProducerRecord<>(
                record.topic(),
                partition,
                record.key().getBytes(StandardCharsets.UTF_8),
                record.value().map(ByteString::toByteArray).orElse(null));
        record.headers().forEach((name, value) -> out.headers().add(name, value.getBytes(StandardCharsets.UTF_8)));
        return out;
    }
}
