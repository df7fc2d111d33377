package io.hawser.ledger.intake;

import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.ledger.position.LogPartition;
import io.hawser.ledger.position.db.PositionRows.Move;
import io.hawser.ledger.position.kafka.Cursors;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class IntakeBatchTest {
    private static final TopicPartition PARTITION = new TopicPartition("hawser.tasks", 0);
    private static final LogPartition LOG = new LogPartition("id", "hawser.tasks", 0);
    private static final TopicPartition OTHER = new TopicPartition("hawser.nodes", 0);
    private static final LogPartition OTHER_LOG = new LogPartition("other-id", "hawser.nodes", 0);
    private final Cursors cursors = new Cursors();

    @Test
    void movesFromTheCursorAndNotFromTheFirstRecord() {
        // Given
        cursors.set(PARTITION, LOG, 3);
        // When
        IntakeBatch batch = IntakeBatch.of(List.of(records(5, 6)), cursors, begunAt(3));
        // Then
        assertThat(batch.moves()).containsExactly(Map.entry(LOG, new Move(3, 7)));
    }

    @Test
    void leavesOutWhatASeekLeftInTheBuffer() {
        cursors.set(PARTITION, LOG, 6);
        IntakeBatch batch = IntakeBatch.of(List.of(records(4, 5, 6)), cursors, begunAt(4));
        assertThat(batch.size()).isEqualTo(1);
        assertThat(batch.moves()).containsExactly(Map.entry(LOG, new Move(6, 7)));
    }

    @Test
    @DisplayName("A batch polled before a seek back leaves no hole between the cursor and itself")
    void leavesOutWhatWasPolledBeforeASeekBack() {
        cursors.set(PARTITION, LOG, 15);
        assertThat(IntakeBatch.of(List.of(records(20, 21)), cursors, begunAt(20))
                        .isEmpty())
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
    @DisplayName("A batch that begins above the cursor is not applied, "
            + "and its partition is to be read again from the stored position")
    void namesThePartitionWhoseBatchLeavesAHole() {
        // Given
        cursors.set(PARTITION, LOG, 3);

        // When
        IntakeBatch batch = IntakeBatch.of(List.of(records(7, 8)), cursors, begunAt(5));

        // Then
        assertThat(batch.isEmpty()).isTrue();
        assertThat(batch.holes()).containsExactly(new IntakeBatch.Hole(PARTITION, LOG));
    }

    @Test
    void leavesOutAPartitionThatWasTakenAway() {
        assertThat(IntakeBatch.of(List.of(records(1)), cursors, begunAt(0)).isEmpty())
                .isTrue();
    }

    @Test
    @DisplayName("Polls that follow each other are one move, without what a seek back polled twice")
    void pollsTogether() {
        // Given
        cursors.set(PARTITION, LOG, 3);

        // When
        IntakeBatch batch = IntakeBatch.of(
                List.of(records(3, 4), records(4, 5), records(6)), cursors, (partition, first, cursor) -> first);

        // Then
        assertThat(batch.moves()).containsExactly(Map.entry(LOG, new Move(3, 7)));
        assertThat(batch.slices().getFirst().records())
                .extracting(ConsumerRecord::offset)
                .containsExactly(3L, 4L, 5L, 6L);
        assertThat(batch.holes()).isEmpty();
    }

    @Test
    @DisplayName("Polls before a hole are applied, and those behind it are read again")
    void aHoleBetweenPolls() {
        // Given
        cursors.set(PARTITION, LOG, 3);
        cursors.set(OTHER, OTHER_LOG, 1);
        ConsumerRecords<byte[], byte[]> last =
                new ConsumerRecords<>(Map.of(PARTITION, list(PARTITION, 8), OTHER, list(OTHER, 1)), Map.of());

        // When
        IntakeBatch batch =
                IntakeBatch.of(List.of(records(3), records(7), last), cursors, (partition, first, cursor) -> first);

        // Then
        assertThat(batch.moves()).containsOnly(Map.entry(LOG, new Move(3, 4)), Map.entry(OTHER_LOG, new Move(1, 2)));
        assertThat(batch.holes()).containsExactly(new IntakeBatch.Hole(PARTITION, LOG));
    }

    @Test
    @DisplayName("A poll from before the seek that closes a hole does not take the polls after it along")
    void polledAgainAfterAHole() {
        // Given
        cursors.set(PARTITION, LOG, 3);

        // When
        IntakeBatch batch =
                IntakeBatch.of(List.of(records(7), records(3, 4)), cursors, (partition, first, cursor) -> first);

        // Then
        assertThat(batch.moves()).containsOnly(Map.entry(LOG, new Move(3, 5)));
        assertThat(batch.holes()).isEmpty();
    }

    @Test
    @DisplayName("A partition that is not its turn yet leaves the batch whole but for itself")
    void leavesOutWhatIsHeldBack() {
        // Given
        cursors.set(PARTITION, LOG, 3);
        IntakeBatch batch = IntakeBatch.of(List.of(records(3)), cursors, begunAt(3));

        // When
        IntakeBatch without = batch.without(Set.of(LOG));

        // Then
        assertThat(without.isEmpty()).isTrue();
        assertThat(batch.without(Set.of())).isEqualTo(batch);
        assertThat(batch.without(Set.of(OTHER_LOG)).moves()).isEqualTo(batch.moves());
        assertThat(batch.where(PARTITION::equals)).containsExactly(LOG);
        assertThat(batch.where(OTHER::equals)).isEmpty();
    }

    @Test
    @DisplayName("Halves follow each other without a gap, down to single records")
    void halvesFollowEachOtherWithoutAGap() {
        cursors.set(PARTITION, LOG, 0);
        List<IntakeBatch> halves =
                IntakeBatch.of(List.of(records(2, 4, 5)), cursors, begunAt(0)).halves();
        assertThat(halves).extracting(half -> half.moves().get(LOG)).containsExactly(new Move(0, 3), new Move(3, 6));
        assertThat(halves.getLast().halves())
                .extracting(half -> half.moves().get(LOG))
                .containsExactly(new Move(3, 5), new Move(5, 6));
    }

    @Test
    @DisplayName("A half holds of each partition what the other half does not")
    void halvesOfManyPartitions() {
        // Given
        cursors.set(PARTITION, LOG, 0);
        cursors.set(OTHER, OTHER_LOG, 7);
        IntakeBatch batch = IntakeBatch.of(
                List.of(new ConsumerRecords<>(
                        Map.of(PARTITION, list(PARTITION, 1), OTHER, list(OTHER, 7, 8, 9)), Map.of())),
                cursors,
                (partition, first, cursor) -> cursor);

        // When
        List<IntakeBatch> halves = batch.halves();

        // Then
        assertThat(halves).extracting(IntakeBatch::size).containsExactly(2, 2);
        assertThat(Stream.concat(halves.getFirst().slices().stream(), halves.getLast().slices().stream())
                        .filter(slice -> slice.log().equals(OTHER_LOG))
                        .flatMap(slice -> slice.records().stream())
                        .map(ConsumerRecord::offset))
                .containsExactly(7L, 8L, 9L);
    }

    @Test
    @DisplayName("Its bytes are those of all its records, key and value")
    void bytes() {
        // Given
        cursors.set(PARTITION, LOG, 1);
        List<ConsumerRecord<byte[], byte[]>> records = List.of(
                new ConsumerRecord<>(PARTITION.topic(), 0, 1, new byte[3], new byte[40]),
                new ConsumerRecord<>(PARTITION.topic(), 0, 2, new byte[5], new byte[600]));

        // When
        IntakeBatch batch = IntakeBatch.of(
                List.of(new ConsumerRecords<>(Map.of(PARTITION, records), Map.of())), cursors, begunAt(1));

        // Then
        assertThat(batch.bytes()).isEqualTo(648);
    }

    @Test
    @DisplayName("No half has a partition without a record")
    void halvesHaveNoEmptyPartitions() {
        // Given
        cursors.set(PARTITION, LOG, 1);
        cursors.set(OTHER, OTHER_LOG, 7);
        IntakeBatch batch = IntakeBatch.of(
                List.of(new ConsumerRecords<>(Map.of(PARTITION, list(PARTITION, 1), OTHER, list(OTHER, 7)), Map.of())),
                cursors,
                (partition, first, cursor) -> cursor);

        // When
        List<IntakeBatch> halves = batch.halves();

        // Then
        assertThat(batch.isEmpty()).isFalse();
        assertThat(halves).allSatisfy(half -> assertThat(half.slices())
                .singleElement()
                .satisfies(slice -> assertThat(slice.records()).hasSize(1)));
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
        return new ConsumerRecords<>(Map.of(PARTITION, list(PARTITION, offsets)), Map.of());
    }

    private static List<ConsumerRecord<byte[], byte[]>> list(TopicPartition partition, long... offsets) {
        return LongStream.of(offsets)
                .mapToObj(offset -> new ConsumerRecord<>(
                        partition.topic(), partition.partition(), offset, new byte[0], new byte[0]))
                .toList();
    }
}
