package io.hawser.ledger.outbox.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hawser.bus.envelope.OutgoingRecord;
import io.hawser.ledger.outbox.Drawn;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.consumer.OffsetAndTimestamp;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class LastDrawnTest {
    private static final String TOPIC = "hawser.volumes";
    private static final TopicPartition PARTITION = new TopicPartition(TOPIC, 0);
    /** Holds none of the rows' keys. */
    private static final TopicPartition ANOTHER = new TopicPartition(TOPIC, 1);

    private static final Instant DRAWN = Instant.parse("2026-01-02T00:00:00Z");

    @Test
    @DisplayName("Of a long topic only the records since a day before the oldest row are read")
    void sinceADayBefore() {
        // Given
        Topic topic = new Topic(OptionalLong.of(1));

        // When
        Map<String, Drawn> last = read(topic, "early", "late");

        // Then
        assertThat(last).containsOnlyKeys("late");
        assertThat(topic.asked).isEqualTo(DRAWN.minus(Duration.ofDays(1)).toEpochMilli());
    }

    @Test
    @DisplayName("A topic whose records are all older, by a clock that may be wrong, is read from its beginning")
    void fromTheBeginning() {
        assertThat(read(new Topic(OptionalLong.empty()), "early", "late")).containsOnlyKeys("early", "late");
    }

    @Test
    @DisplayName("Records behind an open transaction are waited for, although the committed reader's end is before it")
    void behindAnOpenTransaction() {
        // Given
        Topic topic = new Topic(OptionalLong.empty());
        topic.updateEndOffsets(Map.of(PARTITION, 0L));

        // When
        Map<String, Drawn> last = read(topic, "early", "late");

        // Then
        assertThat(last).containsOnlyKeys("early", "late");
    }

    @Test
    @DisplayName("A topic that cannot be read to its end is a failure, so that the relay starts over")
    void aTopicThatCannotBeReadToItsEnd() {
        // Given: the topic was made again, and is shorter now than when its end was asked for
        Topic topic = new Topic(OptionalLong.empty());
        Map<TopicPartition, Long> ends = Map.of(PARTITION, 1000L);
        long giveUp = System.nanoTime() + Duration.ofSeconds(10).toNanos();

        // When
        ThrowingCallable read = () -> LastDrawn.read(
                topic, TOPIC, List.of(row("late")), ends, () -> System.nanoTime() < giveUp, Duration.ofMillis(50));

        // Then
        assertThatThrownBy(read)
                .hasMessage("hawser.volumes could not be read to its ends"
                        + " {hawser.volumes-0=1000}: perhaps a transaction on it does not end, or it was made again");
    }

    private static Map<String, Drawn> read(Topic topic, String... keys) {
        List<OutboxRows.Row> rows =
                List.of(keys).stream().map(LastDrawnTest::row).toList();
        Map<TopicPartition, Long> ends = Map.of(PARTITION, 2L, ANOTHER, 7L);
        return LastDrawn.read(topic, TOPIC, rows, ends, () -> true).orElseThrow();
    }

    private static OutboxRows.Row row(String key) {
        long after = key.equals("early") ? 0 : 1;
        return new OutboxRows.Row(
                7,
                new Drawn(7, ChronoUnit.MICROS.between(Instant.EPOCH, DRAWN) + after),
                new OutgoingRecord(TOPIC, key, Optional.empty(), Map.of(), Optional.empty()));
    }

    /** One partition: the record "early", and then the record "late". */
    private static final class Topic extends MockConsumer<byte[], byte[]> {
        private final OptionalLong found;
        private long asked;

        private Topic(OptionalLong found) {
            super("earliest");
            this.found = found;
            updatePartitions(TOPIC, List.of(new PartitionInfo(TOPIC, 0, Node.noNode(), null, null)));
            updateBeginningOffsets(Map.of(PARTITION, 0L));
            updateEndOffsets(Map.of(PARTITION, 2L));
            schedulePollTask(() -> {
                addRecord(record(0, "early"));
                addRecord(record(1, "late"));
            });
        }

        @Override
        public Map<TopicPartition, OffsetAndTimestamp> offsetsForTimes(Map<TopicPartition, Long> times) {
            asked = times.get(PARTITION);
            Map<TopicPartition, OffsetAndTimestamp> offsets = new HashMap<>();
            offsets.put(PARTITION, found.isPresent() ? new OffsetAndTimestamp(found.getAsLong(), asked) : null);
            return offsets;
        }

        private static ConsumerRecord<byte[], byte[]> record(long offset, String key) {
            ConsumerRecord<byte[], byte[]> record =
                    new ConsumerRecord<>(TOPIC, 0, offset, key.getBytes(UTF_8), new byte[0]);
            record.headers().add(Drawn.HEADER, new Drawn(9, 9).toText().getBytes(UTF_8));
            return record;
        }
    }
}
