package io.hawser.ledger.catchup.work;

import com.google.protobuf.Message;
import io.hawser.bus.envelope.Decoded;
import io.hawser.bus.envelope.MessageTypes;
import io.hawser.bus.envelope.RecordDecoder;
import io.hawser.bus.envelope.TopicComplete;
import io.hawser.ledger.catchup.work.KeysElsewhere.Last;
import io.hawser.ledger.catchup.work.KeysElsewhere.Says;
import io.hawser.ledger.position.LogPartition;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Header;

/**
 * The last message of each key of one topic; none for a key whose last record is a tombstone, or with a message that
 * excludes the key. If partitions were added, {@link KeysElsewhere} says which record of a key is the last one.
 *
 * <p>Reads each partition twice, so it keeps an offset for each key, not a message: an older copy of a database may
 * lack a million records. Without exclusion it decodes only what it passes on. If some keys may count elsewhere than
 * where they belong, it reads once more in between.
 */
final class KeyRecords<T extends Message> {
    private static final long EXCLUDED = -1;

    private final T prototype;
    private final byte[] type;
    private final RecordDecoder decoder;
    private final Optional<Predicate<T>> excludes;
    private final KeysElsewhere elsewhere;
    private final Deque<Part> left = new ArrayDeque<>();

    /** A partition, and which of its records are the last of keys that belong there. */
    private static final class Part {
        final PartitionReader reader;
        final long[] last;

        Part(PartitionReader reader, long[] last) {
            this.reader = reader;
            this.last = last;
        }
    }

    private KeyRecords(T prototype, Optional<Predicate<T>> excludes, int partitions) {
        this.prototype = prototype;
        this.excludes = excludes;
        this.type = MessageTypes.nameOf(prototype).getBytes(StandardCharsets.UTF_8);
        this.decoder = new RecordDecoder(MessageTypes.of(prototype));
        this.elsewhere = new KeysElsewhere(partitions);
    }

    /**
     * Reads the topic the first time. Blocks until that is done.
     *
     * @param ends of its partitions: offset of the first record that does not count any more; an empty one may be
     *     missing
     * @param partitions how many it has
     * @param from by the records' times
     * @param excludes messages whose keys do not count
     */
    static <T extends Message> KeyRecords<T> of(
            Consumer<byte[], byte[]> consumer,
            Map<LogPartition, Long> ends,
            int partitions,
            Instant from,
            T prototype,
            Optional<Predicate<T>> excludes) {
        KeyRecords<T> records = new KeyRecords<>(prototype, excludes, partitions);
        ends.entrySet().stream()
                .sorted(Comparator.comparing(end -> end.getKey().partition()))
                .forEach(end -> records.note(
                        PartitionReader.from(
                                consumer,
                                new TopicPartition(
                                        end.getKey().topic(), end.getKey().partition()),
                                from,
                                end.getValue()),
                        end.getKey().topicId(),
                        partitions));
        if (records.elsewhere.dropComplete()) {
            records.left.forEach(part -> records.compare(part.reader));
        }
        records.begin();
        return records;
    }

    private void note(PartitionReader reader, String topicId, int partitions) {
        Map<String, Long> last = new HashMap<>();
        int number = reader.number();
        reader.readAll(record -> {
            says(record).ifPresent(says -> note(last, key(record), says, record.offset()));
            if (TopicComplete.topicId(record).filter(topicId::equals).isPresent()
                    && TopicComplete.partitions(record) == partitions) {
                elsewhere.isComplete(number);
            }
        });
        last.keySet().stream().filter(key -> !elsewhere.belongsTo(number, key)).forEach(elsewhere::found);
        left.add(new Part(
                reader,
                last.entrySet().stream()
                        .filter(each -> each.getValue() != EXCLUDED && elsewhere.belongsTo(number, each.getKey()))
                        .mapToLong(Map.Entry::getValue)
                        .sorted()
                        .toArray()));
    }

    private static void note(Map<String, Long> last, String key, Says says, long offset) {
        if (last.getOrDefault(key, 0L) == EXCLUDED) {
            return;
        }
        switch (says) {
            case STATE -> last.put(key, offset);
            case TOMBSTONE -> last.remove(key);
            case EXCLUDED -> last.put(key, EXCLUDED);
        }
    }

    private void compare(PartitionReader reader) {
        reader.readAll(record -> {
            String key = key(record);
            if (elsewhere.contains(key)) {
                says(record)
                        .ifPresent(says -> elsewhere.note(
                                key, new Last(reader.number(), record.offset(), record.timestamp(), says)));
            }
        });
    }

    /** Empty: the record is of another type. One of this type that cannot be decoded hides earlier ones of its key. */
    private Optional<Says> says(ConsumerRecord<byte[], byte[]> record) {
        if (record.value() == null) {
            return Optional.of(Says.TOMBSTONE);
        }
        Header header = record.headers().lastHeader("ce_type");
        if (record.key() == null || header == null || !Arrays.equals(header.value(), type)) {
            return Optional.empty();
        }
        return Optional.of(
                excludes.filter(exclusion -> message(record).filter(exclusion).isPresent())
                                .isPresent()
                        ? Says.EXCLUDED
                        : Says.STATE);
    }

    private void begin() {
        Optional.ofNullable(left.peek()).ifPresent(part -> part.reader.begin());
    }

    /** The next messages by partition and offset, those of one poll at most; empty after the last. Blocks. */
    List<T> next() {
        List<T> messages = new ArrayList<>();
        Optional.ofNullable(left.peek()).ifPresent(part -> part.reader.goOn());
        while (messages.isEmpty() && !left.isEmpty()) {
            Part part = left.getFirst();
            part.reader.poll().stream().filter(record -> counts(part, record)).forEach(record -> message(record)
                    .ifPresent(messages::add));
            if (part.reader.isAtEnd()) {
                left.removeFirst();
                begin();
            }
        }
        return messages;
    }

    private boolean counts(Part part, ConsumerRecord<byte[], byte[]> record) {
        String key = key(record);
        return elsewhere.contains(key)
                ? elsewhere.counts(key, part.reader.number(), record.offset())
                : Arrays.binarySearch(part.last, record.offset()) >= 0;
    }

    @SuppressWarnings("unchecked")
    private Optional<T> message(ConsumerRecord<byte[], byte[]> record) {
        return decoder.decode(record) instanceof Decoded.Known known
                ? Optional.of((T) prototype.getClass().cast(known.message()))
                : Optional.empty();
    }

    private static String key(ConsumerRecord<byte[], byte[]> record) {
        return record.key() == null ? "" : new String(record.key(), StandardCharsets.UTF_8);
    }
}
