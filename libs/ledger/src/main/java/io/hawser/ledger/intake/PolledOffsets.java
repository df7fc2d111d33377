package io.hawser.ledger.intake;

import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.clients.consumer.ConsumerInterceptor;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

/**
 * Offsets that the intake's consumer returned, by partition. The connector buffers batches, so only this tells whether
 * everything polled below {@code position()} has been applied, and where a batch's poll began. Kafka makes the object;
 * the state is static because a process has one intake.
 */
public class PolledOffsets implements ConsumerInterceptor<byte[], byte[]> {
    private static final Map<TopicPartition, Polls> POLLS = new ConcurrentHashMap<>();

    /** Polls of one partition since the last seek; {@code begun} also has earlier polls that are not applied yet. */
    private static final class Polls {
        private final NavigableMap<Long, Long> begun = new TreeMap<>();
        private long next = -1;
        private long last = -1;

        synchronized void sought(long offset) {
            next = offset;
            last = -1;
        }

        synchronized void polled(long first, long until) {
            // There is no record between the two offsets for any reader.
            begun.merge(first, next < 0 ? first : Math.min(next, first), Math::min);
            last = until;
            next = until + 1;
        }

        synchronized long begun(long first, long cursor) {
            begun.headMap(cursor, false).clear();
            return begun.getOrDefault(first, first);
        }

        synchronized long last() {
            return last;
        }
    }

    private static Polls of(TopicPartition partition) {
        return POLLS.computeIfAbsent(partition, p -> new Polls());
    }

    /** @return -1 if nothing was polled since the last seek */
    static long last(TopicPartition partition) {
        return of(partition).last();
    }

    /** The consumer continues from this offset. */
    static void sought(TopicPartition partition, long offset) {
        of(partition).sought(offset);
    }

    /**
     * Where the poll began whose first record of this partition has that offset; no record lies between.
     *
     * @param cursor polls below it are not asked for any more
     */
    static long begun(TopicPartition partition, long first, long cursor) {
        return of(partition).begun(first, cursor);
    }

    @Override
    public ConsumerRecords<byte[], byte[]> onConsume(ConsumerRecords<byte[], byte[]> records) {
        for (TopicPartition partition : records.partitions()) {
            var ofPartition = records.records(partition);
            of(partition)
                    .polled(
                            ofPartition.getFirst().offset(),
                            ofPartition.getLast().offset());
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
