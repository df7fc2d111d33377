package io.hawser.ledger.catchup.work;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.StreamSupport;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetAndTimestamp;
import org.apache.kafka.common.TopicPartition;

/** Reads one partition from a time to an end, any number of times. Blocks. */
final class PartitionReader {
    private static final Duration POLL = Duration.ofMillis(500);
    private static final Duration STANDSTILL = Duration.ofSeconds(30);

    private final Consumer<byte[], byte[]> consumer;
    private final TopicPartition partition;
    private final long first;
    private final long end;
    private long position;
    private long moved;

    private PartitionReader(Consumer<byte[], byte[]> consumer, TopicPartition partition, long first, long end) {
        this.consumer = consumer;
        this.partition = partition;
        this.first = first;
        this.end = end;
    }

    /**
     * @param from by the records' times
     * @param end offset of the first record that does not count any more
     */
    static PartitionReader from(Consumer<byte[], byte[]> consumer, TopicPartition partition, Instant from, long end) {
        // Asked first: a time is looked up only among records whose transactions have ended. Others are waited for.
        long ended =
                Objects.requireNonNull(consumer.endOffsets(List.of(partition)).get(partition));
        OffsetAndTimestamp newer =
                consumer.offsetsForTimes(Map.of(partition, from.toEpochMilli())).get(partition);
        return new PartitionReader(consumer, partition, newer == null ? ended : newer.offset(), end);
    }

    int number() {
        return partition.partition();
    }

    /** The consumer reads this partition alone, from the beginning. */
    void begin() {
        consumer.assign(List.of(partition));
        consumer.seek(partition, first);
        position = first;
        goOn();
    }

    /** What the caller did meanwhile does not count as a standstill. */
    void goOn() {
        moved = System.nanoTime();
    }

    boolean isAtEnd() {
        return position >= end;
    }

    /** The next records by offset, those of one poll at most; perhaps none. */
    List<ConsumerRecord<byte[], byte[]>> poll() {
        if (isAtEnd()) {
            return List.of();
        }
        ConsumerRecords<byte[], byte[]> records = consumer.poll(POLL);
        long now = consumer.position(partition);
        if (now > position) {
            position = now;
            moved = System.nanoTime();
        } else if (System.nanoTime() - moved > STANDSTILL.toNanos()) {
            throw new IllegalStateException(partition + " could not be read from " + position + " to its end " + end);
        }
        return StreamSupport.stream(records.spliterator(), false)
                .filter(record -> record.offset() < end)
                .toList();
    }

    void readAll(java.util.function.Consumer<ConsumerRecord<byte[], byte[]>> each) {
        begin();
        while (!isAtEnd()) {
            poll().forEach(each);
        }
    }
}
