package io.hawser.ledger.intake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.hawser.bus.envelope.Decoded;
import io.hawser.bus.envelope.Origin;
import io.hawser.bus.topic.HawserTopic;
import io.hawser.bus.topic.TopicNames;
import io.hawser.ledger.position.LogPartition;
import io.hawser.ledger.tx.UnreadableRowException;
import io.hawser.v1.Node;
import io.hawser.v1.Task;
import io.smallrye.mutiny.Uni;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionException;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class RecordFailureTest {
    private static final Exception OURS = new IllegalStateException("of a record");
    private static final Exception SAMPLES = new IllegalStateException("of the sample");
    private static final Origin TASKS = new Origin("x.tasks", "id", 0, 7);

    private final TopicNames names = new TopicNames("x");
    private final SampleStep node = new SampleStep.Says(
            HawserTopic.NODES, "n", "1", Node.newBuilder().setName("n").build());
    private final SampleStep given = new SampleStep.Given(tx -> Uni.createFrom().voidItem());
    private final SampleStep task = new SampleStep.Says(
            HawserTopic.TASKS, "t", "2", Task.newBuilder().setName("t").build());
    private final SampleStep nodeAgain = new SampleStep.Says(
            HawserTopic.NODES, "n", "1", Node.newBuilder().setName("n").build());
    private final SampleStep taskGone = new SampleStep.Gone(HawserTopic.TASKS, "t");
    private final SampleStep nodeGone = new SampleStep.Gone(HawserTopic.NODES, "n");
    private final List<SampleStep> steps = List.of(node, given, task, nodeAgain, taskGone, nodeGone);

    @Test
    @DisplayName("A record that fails where the sample succeeds is tried three times, and then buried")
    void theRecordIsAtFault() {
        assertThat(RecordFailure.judge(OURS, Optional.empty(), 1)).isEqualTo(new RecordFailure.Again());
        assertThat(RecordFailure.judge(OURS, Optional.empty(), 2)).isEqualTo(new RecordFailure.Again());
        assertThat(RecordFailure.judge(OURS, Optional.empty(), 3)).isEqualTo(new RecordFailure.Bury());
    }

    @Test
    @DisplayName("Where the sample fails too nothing is buried, however often it was tried")
    void weAreAtFault() {
        assertThat(RecordFailure.judge(OURS, Optional.of(SAMPLES), 1)).isEqualTo(new RecordFailure.Stop(SAMPLES));
        assertThat(RecordFailure.judge(OURS, Optional.of(SAMPLES), 9)).isEqualTo(new RecordFailure.Stop(SAMPLES));
    }

    @Test
    @DisplayName("What no record can bring about is not laid at its door, though the sample did not meet it")
    void aSchemaThatTheSampleDoesNotMeet() {
        Exception noColumn = new SQLException("no such column", "42703", 0);
        assertThat(RecordFailure.judge(noColumn, Optional.empty(), 3)).isEqualTo(new RecordFailure.Stop(noColumn));
    }

    @Test
    @DisplayName("A record that met a row of another version waits for that row, and the sentence names the column")
    void aRowOfAnotherVersion() {
        // Given
        Exception row = assertThrows(
                UnreadableRowException.class,
                () -> UnreadableRowException.constant(HawserTopic.class, "shelf.topic", "LATER"));
        Exception wrapped = new CompletionException(row);

        // Then
        assertThat(RecordFailure.judge(wrapped, Optional.empty(), 3)).isEqualTo(new RecordFailure.Stop(wrapped));
        assertThat(row).hasMessageContaining("shelf.topic").hasMessageContaining("'LATER'");
        assertThat(UnreadableRowException.constant(HawserTopic.class, "shelf.topic", "TASKS"))
                .isEqualTo(HawserTopic.TASKS);
    }

    @Test
    @DisplayName("The sample of a type is everything up to its last record")
    void theSampleOfAType() {
        assertThat(until(new Decoded.Known(TASKS, "a", "i", "hawser.v1.Task", Task.getDefaultInstance())))
                .containsExactly(node, given, task);
        assertThat(until(new Decoded.Invalid(TASKS, Optional.of("a"), "i", "hawser.v1.Node", "key", "wrong")))
                .containsExactly(node, given, task, nodeAgain);
        assertThat(until(new Decoded.Tombstone(TASKS, "a"))).containsExactly(node, given, task, nodeAgain, taskGone);
    }

    @Test
    @DisplayName("What no step is like takes all steps; what reaches no applier takes none")
    void noSampleOfItsOwn() {
        assertThat(until(new Decoded.Tombstone(new Origin("x.mounts", "id", 0, 7), "a")))
                .isEqualTo(steps);
        assertThat(until(new Decoded.Known(TASKS, "a", "i", "hawser.v1.Plugin", Task.getDefaultInstance())))
                .isEqualTo(steps);
        assertThat(until(new Decoded.Newer(TASKS, Optional.of("a"), "i", "hawser.v2.Task")))
                .isEmpty();
        assertThat(until(new Decoded.Malformed(
                        TASKS, Optional.empty(), Optional.empty(), Optional.empty(), "not a CloudEvent")))
                .isEmpty();
    }

    @Test
    @DisplayName("A partition that did not get to the end of a half gets nothing of what is behind")
    void nothingBehindAHole() {
        // Given
        LogPartition moved = new LogPartition("1", "x.tasks", 0);
        LogPartition stopped = new LogPartition("2", "x.nodes", 0);
        LogPartition another = new LogPartition("3", "x.mounts", 0);
        IntakeBatch batch = new IntakeBatch(List.of(slice(moved), slice(stopped), slice(another)), List.of());

        // When
        Applied applied = Applied.of(batch, Set.of(moved)).and(Applied.stopped(stopped, OURS));

        // Then
        assertThat(applied.ended(batch)).containsExactlyInAnyOrder(stopped, another);
        assertThat(applied.reached()).isEqualTo(Map.of(moved, 5L));
        assertThat(applied.stopped()).isEqualTo(Map.of(stopped, OURS));
    }

    @Test
    @DisplayName("Of two parts, one behind the other, the second says how far it came")
    void oneBehindTheOther() {
        LogPartition log = new LogPartition("1", "x.tasks", 0);
        Applied applied = new Applied(Map.of(log, 3L), Map.of()).and(new Applied(Map.of(log, 5L), Map.of()));
        assertThat(applied.reached()).isEqualTo(Map.of(log, 5L));
    }

    private List<SampleStep> until(Decoded like) {
        return SampleRecords.until(steps, like, names);
    }

    private static IntakeBatch.Slice slice(LogPartition log) {
        return new IntakeBatch.Slice(
                new TopicPartition(log.topic(), log.partition()),
                log,
                new io.hawser.ledger.position.db.PositionRows.Move(1, 5),
                List.of());
    }
}
