package io.hawser.ledger.intake;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.clients.consumer.ConsumerInterceptor;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

/**
 * The last record that the intake's consumer handed out, per partition. The connector buffers batches, so only this tells whether everything
 * polled below {@code position()} has been applied. Kafka makes the object; the state is static because there is one intake a process.
 */
public class PolledOffsets implements ConsumerInterceptor<byte[], byte[]> {
    private static final Map<TopicPartition, Long> LAST = new ConcurrentHashMap<>();

    /** @return -1 where nothing was polled since the partition was assigned */
    static long last(TopicPartition partition) {
        return LAST.getOrDefault(partition, -1L);
    }

    static void forget(TopicPartition partition) {
        LAST.remove(partition);
    }

    @Override
    public ConsumerRecords<byte[], byte[]> onConsume(ConsumerRecords<byte[], byte[]> records) {
        for (TopicPartition partition : records.partitions()) {
            var ofPartition = records.records(partition);
            LAST.put(partition, ofPartition.get(ofPartition.size() - 1).offset());
        }
        return records;
    }

    @Override
    public void onCommit(Map<TopicPartition, OffsetAndMetadata> offsets) {}

    @Override
    public void close() {}

    @Override
    public void configure(Map<String, ?> configs) {}
}
