package io.hawser.ledger.catchup.work;

import com.google.protobuf.Message;
import io.hawser.bus.envelope.Decoded;
import io.hawser.bus.envelope.MessageTypes;
import io.hawser.bus.envelope.RecordDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetAndTimestamp;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Header;

/**
 * The last message of each key of one partition; none for a key whose last record is a tombstone, or with a message
 * that excludes the key. Reads the partition twice, so it keeps an offset for each key, not a message: an older copy of
 * a database may lack a million records. Without exclusion it decodes only what it passes on.
 */
final class KeyRecords<T extends Message> {
    private static final long EXCLUDED = -1;
    private static final Duration POLL = Duration.ofMillis(500);
    private static final Duration STANDSTILL = Duration.ofSeconds(30);

    private final Consumer<byte[], byte[]> consumer;
    private final TopicPartition partition;
    private final long end;
    private final T prototype;
    private final byte[] type;
    private final RecordDecoder decoder;
    private final Optional<Predicate<T>> excludes;
    private final Map<String, Long> last = new HashMap<>();
    private long position;
    private long moved;

    private KeyRecords(
            Consumer<byte[], byte[]> consumer,
            TopicPartition partition,
            long end,
            T prototype,
            Optional<Predicate<T>> excludes) {
        this.consumer = consumer;
        this.partition = partition;
        this.end = end;
        this.prototype = prototype;
        this.excludes = excludes;
        this.type = MessageTypes.nameOf(prototype).getBytes(StandardCharsets.UTF_8);
        this.decoder = new RecordDecoder(MessageTypes.of(prototype));
    }

    /**
     * Reads the partition the first time. Blocks until that is done.
     *
     * @param from by the records' times
     * @param end offset of the first record that does not count any more
     * @param excludes messages whose keys do not count
     */
    static <T extends Message> KeyRecords<T> of(
            Consumer<byte[], byte[]> consumer,
            TopicPartition partition,
            Instant from,
            long end,
            T prototype,
            Optional<Predicate<T>> excludes) {
        KeyRecords<T> records = new KeyRecords<>(consumer, partition, end, prototype, excludes);
        consumer.assign(List.of(partition));
        // Asked first: a time is looked up only among records whose transactions have ended. Others are waited for.
        long ended =
                Objects.requireNonNull(consumer.endOffsets(List.of(partition)).get(partition));
        OffsetAndTimestamp newer =
                consumer.offsetsForTimes(Map.of(partition, from.toEpochMilli())).get(partition);
        long first = newer == null ? ended : newer.offset();
        records.note(first);
        records.seek(first);
        return records;
    }

    private void note(long first) {
        seek(first);
        while (position < end) {
            for (ConsumerRecord<byte[], byte[]> record : poll()) {
                if (record.offset() < end) {
                    note(record);
                }
            }
        }
    }

    private void note(ConsumerRecord<byte[], byte[]> record) {
        String key = key(record);
        if (last.getOrDefault(key, 0L) == EXCLUDED) {
            return;
        }
        if (record.value() == null) {
            last.remove(key);
        } else if (ours(record)) {
            last.put(key, isExcluded(record) ? EXCLUDED : record.offset());
        }
    }

    private boolean isExcluded(ConsumerRecord<byte[], byte[]> record) {
        return excludes.filter(exclusion -> message(record).filter(exclusion).isPresent())
                .isPresent();
    }

    /** The next messages by offset, those of one poll at most; empty after the last. Blocks. */
    List<T> next() {
        List<T> messages = new ArrayList<>();
        // What the caller did with the messages before does not count as a standstill.
        moved = System.nanoTime();
        while (messages.isEmpty() && position < end) {
            for (ConsumerRecord<byte[], byte[]> record : poll()) {
                if (last.getOrDefault(key(record), -1L) == record.offset()) {
                    message(record).ifPresent(messages::add);
                }
            }
        }
        return messages;
    }

    @SuppressWarnings("unchecked")
    private Optional<T> message(ConsumerRecord<byte[], byte[]> record) {
        return decoder.decode(record) instanceof Decoded.Known known
                ? Optional.of((T) prototype.getClass().cast(known.message()))
                : Optional.empty();
    }

    /** A record of another type is ignored. One of this type that cannot be decoded hides earlier ones of its key. */
    private boolean ours(ConsumerRecord<byte[], byte[]> record) {
        Header header = record.headers().lastHeader("ce_type");
        return record.key() != null && header != null && Arrays.equals(header.value(), type);
    }

    private static String key(ConsumerRecord<byte[], byte[]> record) {
        return record.key() == null ? "" : new String(record.key(), StandardCharsets.UTF_8);
    }

    private void seek(long offset) {
        consumer.seek(partition, offset);
        position = offset;
        moved = System.nanoTime();
    }

    private ConsumerRecords<byte[], byte[]> poll() {
        ConsumerRecords<byte[], byte[]> records = consumer.poll(POLL);
        long now = consumer.position(partition);
        if (now > position) {
            position = now;
            moved = System.nanoTime();
        } else if (System.nanoTime() - moved > STANDSTILL.toNanos()) {
            throw new IllegalStateException(partition + " could not be read from " + position + " to its end " + end);
        }
        return records;
    }
}
