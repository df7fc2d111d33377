package io.hawser.ledger.catchup.work;

import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.bus.envelope.RecordEncoder;
import io.hawser.bus.topic.HawserTopic;
import io.hawser.bus.topic.TopicNames;
import io.hawser.v1.Volume;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.consumer.OffsetAndTimestamp;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class KeyRecordsTest {
    private static final TopicPartition PARTITION = new TopicPartition("hawser.volumes", 0);

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

    private List<Volume> read(long first, long end) {
        return read(first, log.size(), end);
    }

    /** @param first offset of the first record that is not older, or {@link #NONE} */
    private List<Volume> read(long first, long ended, long end) {
        try (Log consumer = new Log(first, ended)) {
            KeyRecords<Volume> records =
                    KeyRecords.of(consumer, PARTITION, Instant.EPOCH, end, Volume.getDefaultInstance(), excludes);
            List<Volume> all = new ArrayList<>();
            for (List<Volume> some = records.next(); !some.isEmpty(); some = records.next()) {
                all.addAll(some);
            }
            return all;
        }
    }

    private void volume(String name, long revision) {
        var record = encoder.state(
                HawserTopic.VOLUMES,
                name,
                revision,
                Volume.newBuilder().setName(name).setRevision(revision).build(),
                Instant.EPOCH);
        append(name, record.value().orElseThrow().toArray());
        record.headers()
                .forEach(
                        (header, value) -> log.getLast().headers().add(header, value.getBytes(StandardCharsets.UTF_8)));
    }

    private void append(String key, byte @Nullable [] value) {
        log.add(new ConsumerRecord<>(
                PARTITION.topic(), PARTITION.partition(), log.size(), key.getBytes(StandardCharsets.UTF_8), value));
    }

    /** Kafka's own mock gives each record once; this one gives them again after a seek, and two at a time. */
    private final class Log extends MockConsumer<byte[], byte[]> {
        private final long first;

        Log(long first, long ended) {
            super("none");
            this.first = first;
            // A poll passes the end.
            setMaxPollRecords(2);
            updateEndOffsets(Map.of(PARTITION, ended));
        }

        @Override
        public synchronized Map<TopicPartition, OffsetAndTimestamp> offsetsForTimes(Map<TopicPartition, Long> times) {
            return first < 0 ? Map.of() : Map.of(PARTITION, new OffsetAndTimestamp(first, 0));
        }

        @Override
        public synchronized void seek(TopicPartition partition, long offset) {
            super.seek(partition, offset);
            while (!poll(Duration.ZERO).isEmpty()) {
                // What was not read before the seek is not read after it.
            }
            super.seek(partition, offset);
            log.stream().filter(record -> record.offset() >= offset).forEach(this::addRecord);
        }
    }
}
