package io.hawser.ledger.intake;

import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.ledger.position.Cursors;
import io.hawser.ledger.position.PositionRows.LogPartition;
import io.hawser.ledger.position.PositionRows.Move;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.LongStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class IntakeBatchTest {
    private static final TopicPartition PARTITION = new TopicPartition("hawser.tasks", 0);
    private static final LogPartition LOG = new LogPartition("id", "hawser.tasks", 0);
    private final Cursors cursors = new Cursors();

    @Test
    void movesFromTheCursorAndNotFromTheFirstRecord() {
        // Given
        cursors.set(PARTITION, LOG, 3);
        // When
        IntakeBatch batch = IntakeBatch.of(records(5, 6), cursors, begunAt(3));
        // Then
        assertThat(batch.moves()).containsExactly(Map.entry(LOG, new Move(3, 7)));
    }

    @Test
    void leavesOutWhatASeekLeftInTheBuffer() {
        cursors.set(PARTITION, LOG, 6);
        IntakeBatch batch = IntakeBatch.of(records(4, 5, 6), cursors, begunAt(4));
        assertThat(batch.size()).isEqualTo(1);
        assertThat(batch.moves()).containsExactly(Map.entry(LOG, new Move(6, 7)));
    }

    @Test
    @DisplayName("A batch polled before a seek back leaves no hole between the cursor and itself")
    void leavesOutWhatWasPolledBeforeASeekBack() {
        cursors.set(PARTITION, LOG, 15);
        assertThat(IntakeBatch.of(records(20, 21), cursors, begunAt(20)).isEmpty())
                .isTrue();
    }

    @Test
    void aPollRemembersWhereItBeganOverASeek() {
        // Given
        PolledOffsets interceptor = new PolledOffsets();
        PolledOffsets.sought(PARTITION, 10);
        interceptor.onConsume(records(12, 13));
        interceptor.onConsume(records(17));
        // When
        PolledOffsets.sought(PARTITION, 13);
        interceptor.onConsume(records(13));
        // Then
        assertThat(PolledOffsets.begun(PARTITION, 17, 13)).isEqualTo(14);
        assertThat(PolledOffsets.begun(PARTITION, 13, 13)).isEqualTo(13);
        assertThat(PolledOffsets.last(PARTITION)).isEqualTo(13);
    }

    @Test
    @DisplayName(
            "A batch that begins above the cursor is not applied, and its partition is to be read again from the stored position")
    void namesThePartitionWhoseBatchLeavesAHole() {
        // Given
        cursors.set(PARTITION, LOG, 3);

        // When
        IntakeBatch batch = IntakeBatch.of(records(7, 8), cursors, begunAt(5));

        // Then
        assertThat(batch.isEmpty()).isTrue();
        assertThat(batch.holes()).containsExactly(new IntakeBatch.Hole(PARTITION, LOG));
    }

    @Test
    void leavesOutAPartitionThatWasTakenAway() {
        assertThat(IntakeBatch.of(records(1), cursors, begunAt(0)).isEmpty()).isTrue();
    }

    @Test
    @DisplayName("A partition that is not its turn yet leaves the batch whole but for itself")
    void leavesOutWhatIsHeldBack() {
        // Given
        cursors.set(PARTITION, LOG, 3);
        IntakeBatch batch = IntakeBatch.of(records(3), cursors, begunAt(3));

        // When
        IntakeBatch without = batch.without(Set.of(LOG));

        // Then
        assertThat(without.isEmpty()).isTrue();
        assertThat(batch.without(Set.of())).isEqualTo(batch);
    }

    @Test
    void singlesFollowEachOtherWithoutAGap() {
        cursors.set(PARTITION, LOG, 0);
        List<IntakeBatch> singles =
                IntakeBatch.of(records(2, 4, 5), cursors, begunAt(0)).singles();
        assertThat(singles)
                .extracting(single -> single.moves().get(LOG))
                .containsExactly(new Move(0, 3), new Move(3, 5), new Move(5, 6));
    }

    @Test
    void aCursorThatWasSoughtElsewhereIsNotAdvanced() {
        cursors.set(PARTITION, LOG, 9);
        cursors.advance(PARTITION, 3, 7);
        assertThat(cursors.of(PARTITION).orElseThrow().next()).isEqualTo(9);
    }

    private static IntakeBatch.PollStart begunAt(long offset) {
        return (partition, first, cursor) -> offset;
    }

    private static ConsumerRecords<byte[], byte[]> records(long... offsets) {
        List<ConsumerRecord<byte[], byte[]>> records = LongStream.of(offsets)
                .mapToObj(offset -> new ConsumerRecord<>("hawser.tasks", 0, offset, new byte[0], new byte[0]))
                .toList();
        return new ConsumerRecords<>(Map.of(PARTITION, records), Map.of());
    }
}
