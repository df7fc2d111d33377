package io.hawser.ledger.outbox.kafka;

import io.hawser.bus.topic.KeyHash;
import io.hawser.ledger.outbox.Drawn;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Header;

/** Reads the last record of some keys in one topic. Keeps only those keys, however long the topic is. */
final class LastDrawn {
    private static final Duration POLL = Duration.ofMillis(500);
    private static final Duration STANDSTILL = Duration.ofSeconds(30);

    /** The most by which the clocks of broker and database may differ. */
    private static final Duration CLOCKS_DIFFER = Duration.ofDays(1);

    private LastDrawn() {}

    /**
     * Reads the partitions of those rows from a day before the oldest was drawn to these ends: what overtakes a row is
     * written after that. Reads a partition from its beginning if the broker finds no such record. Waits for
     * transactions that are open before the ends.
     *
     * @param highWatermarks of the topic's partitions; one that was empty may be missing. A committed reader's own end
     *     lies before the first open transaction, and hides the committed records behind it
     * @param goesOn checked between polls; false stops reading
     * @return by key, without keys that the topic lacks or has without {@link Drawn}; empty if reading was stopped
     * @throws IllegalStateException no partition was read on for 30 s
     */
    static Optional<Map<String, Drawn>> read(
            Consumer<byte[], byte[]> consumer,
            String topic,
            Collection<OutboxRows.Row> rows,
            Map<TopicPartition, Long> highWatermarks,
            BooleanSupplier goesOn) {
        return read(consumer, topic, rows, highWatermarks, goesOn, STANDSTILL);
    }

    static Optional<Map<String, Drawn>> read(
            Consumer<byte[], byte[]> consumer,
            String topic,
            Collection<OutboxRows.Row> rows,
            Map<TopicPartition, Long> highWatermarks,
            BooleanSupplier goesOn,
            Duration standstill) {
        int count = consumer.partitionsFor(topic).size();
        Set<String> keys = rows.stream().map(row -> row.record().key()).collect(Collectors.toSet());
        List<TopicPartition> partitions = rows.stream()
                .map(row -> row.record().partitionKey().orElse(row.record().key()))
                .map(key -> new TopicPartition(topic, KeyHash.of(key, count)))
                .distinct()
                .toList();
        consumer.assign(partitions);
        consumer.seekToBeginning(partitions);
        long from = oldest(rows).minus(CLOCKS_DIFFER).toEpochMilli();
        consumer.offsetsForTimes(partitions.stream().collect(Collectors.toMap(each -> each, each -> from)))
                .forEach((partition, found) -> {
                    if (found != null) {
                        consumer.seek(partition, found.offset());
                    }
                });
        Map<TopicPartition, Long> ends = new HashMap<>(highWatermarks);
        ends.keySet().retainAll(partitions);
        Map<String, Drawn> last = new HashMap<>();
        long read = position(consumer, partitions);
        long moved = System.nanoTime();
        while (ends.entrySet().stream().anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
            if (!goesOn.getAsBoolean()) {
                return Optional.empty();
            }
            consumer.poll(POLL).forEach(record -> remember(record, keys, last));
            long now = position(consumer, partitions);
            if (now > read) {
                read = now;
                moved = System.nanoTime();
            } else if (System.nanoTime() - moved > standstill.toNanos()) {
                throw new IllegalStateException(topic + " could not be read to its ends " + ends
                        + ": perhaps a transaction on it does not end, or it was made again");
            }
        }
        return Optional.of(last);
    }

    private static long position(Consumer<byte[], byte[]> consumer, Collection<TopicPartition> partitions) {
        return partitions.stream().mapToLong(consumer::position).sum();
    }

    private static Instant oldest(Collection<OutboxRows.Row> rows) {
        long micros = rows.stream().mapToLong(row -> row.drawn().micros()).min().orElseThrow();
        return Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
    }

    private static void remember(ConsumerRecord<byte[], byte[]> record, Set<String> keys, Map<String, Drawn> last) {
        String key = new String(record.key(), StandardCharsets.UTF_8);
        if (!keys.contains(key)) {
            return;
        }
        Header header = record.headers().lastHeader(Drawn.HEADER);
        Optional<Drawn> drawn = Optional.ofNullable(header)
                .flatMap(found -> Drawn.parse(new String(found.value(), StandardCharsets.UTF_8)));
        // A record without it comes from an older version: earlier records of the key say nothing about its present
        // row.
        drawn.ifPresentOrElse(found -> last.put(key, found), () -> last.remove(key));
    }
}
