package io.hawser.ledger.catchup.work;

import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.bus.envelope.OutgoingRecord;
import io.hawser.bus.envelope.RecordEncoder;
import io.hawser.bus.envelope.TopicComplete;
import io.hawser.bus.topic.HawserTopic;
import io.hawser.bus.topic.KeyHash;
import io.hawser.bus.topic.TopicNames;
import io.hawser.ledger.position.LogPartition;
import io.hawser.v1.Volume;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.consumer.OffsetAndTimestamp;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KeyRecordsTest {
    private static final String TOPIC = "hawser.volumes";
    private static final String ID = "id";
    private static final int PARTITIONS = 4;
    private static final long NONE = -1;

    private final RecordEncoder encoder = new RecordEncoder(new TopicNames("hawser"), "hawser/volume-service");
    private final List<ConsumerRecord<byte[], byte[]>> log = new ArrayList<>();
    private Optional<Predicate<Volume>> excludes = Optional.empty();

    @Test
    @DisplayName("Of each key the last message counts, none after a tombstone, and no foreign record hides one")
    void theLastMessageOfEachKey() {
        // Given
        volume("a", 1);
        volume("b", 1);
        volume("c", 1);
        volume("a", 2);
        append("b", null);
        append("c", "not a volume".getBytes(StandardCharsets.UTF_8));
        log.getLast().headers().add("ce_type", null);
        append("d", null);
        volume("d", 3);
        append("e", null);
        long end = log.size();
        volume("a", 9);
        volume("d", 9);
        // When
        List<Volume> last = read(0, end);
        // Then
        assertThat(last)
                .extracting(volume -> volume.getName() + " " + volume.getRevision())
                .containsExactly("c 1", "a 2", "d 3");
    }

    @Test
    @DisplayName("A key with a message that excludes it does not count, whatever comes before or after")
    void anExcludedKey() {
        // Given
        volume("a", 1);
        volume("a", 7);
        volume("a", 2);
        volume("b", 7);
        append("b", null);
        volume("b", 1);
        volume("c", 1);
        volume("c", 2);
        excludes = Optional.of(volume -> volume.getRevision() == 7);
        // When
        List<Volume> last = read(0, log.size());
        // Then
        assertThat(last)
                .extracting(volume -> volume.getName() + " " + volume.getRevision())
                .containsExactly("c 2");
    }

    @Test
    @DisplayName("What is older than the time is not read, and a partition with nothing newer has nothing")
    void whatIsOlderIsNotRead() {
        // Given
        volume("a", 1);
        volume("b", 1);
        // When
        List<Volume> newer = read(1, 2);
        List<Volume> none = read(NONE, 2);
        // Then
        assertThat(newer).extracting(Volume::getName).containsExactly("b");
        assertThat(none).isEmpty();
    }

    @Test
    @DisplayName("A record whose transaction has not ended is waited for, although no lookup by time finds it")
    void aRecordOfATransactionThatRunsIsWaitedFor() {
        // Given
        volume("a", 1);
        long ended = log.size();
        volume("b", 1);
        // When
        List<Volume> newer = read(NONE, ended, 2);
        // Then
        assertThat(newer).extracting(Volume::getName).containsExactly("b");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    @DisplayName("After partitions were added, a key's record in another partition counts only if the key has neither a"
            + " record nor a tombstone where it belongs")
    void aRecordElsewhere(int distance) {
        // Given: a and b belong to the first partition, f and g to the last; the clock was ahead before.
        for (String key : List.of("a", "b", "c", "d", "e", "f", "g")) {
            volume(elsewhere(key, distance), key, 1, 10);
        }
        append(elsewhere("d", distance), "d", null, 10);
        for (String key : List.of("a", "b", "f", "g")) {
            volume(home(key), key, 2, 0);
        }
        append(home("b"), "b", null, 0);
        append(home("g"), "g", null, 0);
        append(home("e"), "e", "not a volume".getBytes(StandardCharsets.UTF_8), 0);
        // Then
        assertThat(readAll()).containsExactlyInAnyOrder("a 2", "c 1", "e 1", "f 2");
    }

    @Test
    @DisplayName("A record elsewhere does not count if the partition where its key belongs is marked complete for this"
            + " topic and this number of partitions")
    void theMark() {
        // Given
        for (String key : List.of("a", "b", "c", "d", "e")) {
            volume(elsewhere(key, 1), key, 1, 0);
        }
        volume(home("e"), "e", 2, 0);
        mark("another", PARTITIONS);
        mark(ID, PARTITIONS - 1);
        // Then
        assertThat(readAll()).containsExactlyInAnyOrder("a 1", "b 1", "c 1", "d 1", "e 2");

        // When
        mark(ID, PARTITIONS);

        // Then
        assertThat(readAll()).containsExactly("e 2");
    }

    @Test
    @DisplayName("Of a key with records in several partitions where it does not belong, the latest one counts")
    void severalElsewhere() {
        // Given
        volume(elsewhere("a", 1), "a", 1, 10);
        volume(elsewhere("a", 2), "a", 3, 30);
        volume(elsewhere("a", 3), "a", 2, 20);
        volume(elsewhere("b", 1), "b", 1, 10);
        append(elsewhere("b", 2), "b", null, 30);
        volume(elsewhere("b", 3), "b", 2, 20);
        // Then
        assertThat(readAll()).containsExactly("a 3");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    @DisplayName("A message that excludes its key does so in any partition")
    void anExcludingRecordElsewhere(int distance) {
        // Given
        volume(elsewhere("a", distance), "a", 7, 0);
        volume(home("a"), "a", 1, 0);
        volume(elsewhere("b", distance), "b", 1, 0);
        volume(home("b"), "b", 7, 0);
        volume(elsewhere("c", distance), "c", 1, 0);
        excludes = Optional.of(volume -> volume.getRevision() == 7);
        // Then
        assertThat(readAll()).containsExactly("c 1");
    }

    private List<String> readAll() {
        return read(0, Long.MAX_VALUE, Long.MAX_VALUE, PARTITIONS).stream()
                .map(volume -> volume.getName() + " " + volume.getRevision())
                .toList();
    }

    private List<Volume> read(long first, long end) {
        return read(first, log.size(), end);
    }

    /** @param first offset of the first record that is not older, or {@link #NONE} */
    private List<Volume> read(long first, long ended, long end) {
        return read(first, ended, end, 1);
    }

    /** @param ended may be beyond a log's end, and so may {@code end} */
    private List<Volume> read(long first, long ended, long end, int partitions) {
        Map<LogPartition, Long> ends = new HashMap<>();
        for (int partition = 0; partition < partitions; partition++) {
            if (size(partition) > 0) {
                ends.put(new LogPartition(ID, TOPIC, partition), Math.min(end, size(partition)));
            }
        }
        try (Log consumer = new Log(first, ended)) {
            KeyRecords<Volume> records =
                    KeyRecords.of(consumer, ends, partitions, Instant.EPOCH, Volume.getDefaultInstance(), excludes);
            List<Volume> all = new ArrayList<>();
            for (List<Volume> some = records.next(); !some.isEmpty(); some = records.next()) {
                all.addAll(some);
            }
            return all;
        }
    }

    private static int home(String key) {
        return KeyHash.of(key, PARTITIONS);
    }

    private static int elsewhere(String key, int distance) {
        return (home(key) + distance) % PARTITIONS;
    }

    private long size(int partition) {
        return log.stream().filter(record -> record.partition() == partition).count();
    }

    private void volume(String name, long revision) {
        volume(0, name, revision, 0);
    }

    private void volume(int partition, String name, long revision, long time) {
        var record = encoder.state(
                HawserTopic.VOLUMES,
                name,
                revision,
                Volume.newBuilder().setName(name).setRevision(revision).build(),
                Instant.EPOCH);
        append(partition, name, record.value().orElseThrow().toByteArray(), time);
        headers(record);
    }

    /** Of every partition. */
    private void mark(String topicId, int partitions) {
        List<OutgoingRecord> marks = TopicComplete.of(encoder, HawserTopic.VOLUMES, topicId, partitions);
        for (int partition = 0; partition < partitions; partition++) {
            OutgoingRecord mark = marks.get(partition);
            append(partition, mark.key(), mark.value().orElseThrow().toByteArray(), 0);
            headers(mark);
        }
    }

    private void headers(OutgoingRecord record) {
        record.headers()
                .forEach(
                        (header, value) -> log.getLast().headers().add(header, value.getBytes(StandardCharsets.UTF_8)));
    }

    private void append(String key, byte @Nullable [] value) {
        append(0, key, value, 0);
    }

    private void append(int partition, String key, byte @Nullable [] value, long time) {
        log.add(new ConsumerRecord<>(
                TOPIC,
                partition,
                size(partition),
                time,
                TimestampType.CREATE_TIME,
                0,
                0,
                key.getBytes(StandardCharsets.UTF_8),
                value,
                new RecordHeaders(),
                Optional.empty()));
    }

    /** Kafka's own mock gives each record once; this one gives them again after a seek, and two at a time. */
    private final class Log extends MockConsumer<byte[], byte[]> {
        private final long first;

        Log(long first, long ended) {
            super("none");
            this.first = first;
            // A poll passes the end.
            setMaxPollRecords(2);
            for (int partition = 0; partition < PARTITIONS; partition++) {
                updateEndOffsets(Map.of(new TopicPartition(TOPIC, partition), ended));
            }
        }

        @Override
        public synchronized Map<TopicPartition, OffsetAndTimestamp> offsetsForTimes(Map<TopicPartition, Long> times) {
            Map<TopicPartition, OffsetAndTimestamp> found = new HashMap<>();
            if (first >= 0) {
                times.keySet().forEach(partition -> found.put(partition, new OffsetAndTimestamp(first, 0)));
            }
            return found;
        }

        @Override
        public synchronized void seek(TopicPartition partition, long offset) {
            super.seek(partition, offset);
            while (!poll(Duration.ZERO).isEmpty()) {
                // What was not read before the seek is not read after it.
            }
            super.seek(partition, offset);
            log.stream()
                    .filter(record -> record.partition() == partition.partition() && record.offset() >= offset)
                    .forEach(this::addRecord);
        }
    }
}
