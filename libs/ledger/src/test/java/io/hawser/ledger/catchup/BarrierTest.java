package io.hawser.ledger.catchup;

import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.ledger.position.LogPartition;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class BarrierTest {
    private static final LogPartition TASKS = new LogPartition("id-1", "hawser.tasks", 0);
    private static final LogPartition NODES = new LogPartition("id-2", "hawser.nodes", 3);
    private final Barrier barrier = new Barrier(Map.of(TASKS, 5L, NODES, 7L));

    @Test
    void isReachedWhenEveryPositionIsAtItsEnd() {
        assertThat(barrier.reachedBy(Map.of(TASKS, 5L, NODES, 8L))).isTrue();
        assertThat(barrier.reachedBy(Map.of(TASKS, 4L, NODES, 8L))).isFalse();
    }

    @Test
    void isNotReachedByAPartitionThatWasNeverReadOrIsOfAnotherLifeOfTheTopic() {
        assertThat(barrier.reachedBy(Map.of(TASKS, 5L))).isFalse();
        assertThat(barrier.reachedBy(Map.of(TASKS, 5L, new LogPartition("id-9", "hawser.nodes", 3), 9L)))
                .isFalse();
    }

    @Test
    @DisplayName("It is vain where the topic was made again or the log has lost its end, not where it only grows")
    void isVainWhereTheLogIsGone() {
        Map<LogPartition, Long> missing = barrier.missing(Map.of(NODES, 7L));

        assertThat(Barrier.isUnreachable(missing, new Barrier(Map.of(TASKS, 5L))))
                .isFalse();
        assertThat(Barrier.isUnreachable(missing, new Barrier(Map.of(TASKS, 9L, NODES, 1L))))
                .isFalse();
        assertThat(Barrier.isUnreachable(missing, new Barrier(Map.of(TASKS, 4L))))
                .isTrue();
        assertThat(Barrier.isUnreachable(missing, new Barrier(Map.of(new LogPartition("id-9", "hawser.tasks", 0), 9L))))
                .isTrue();
    }

    @Test
    void isTheSameAfterItWasStored() {
        assertThat(Barrier.parse(barrier.toText())).isEqualTo(barrier);
        assertThat(Barrier.parse("")).isEqualTo(new Barrier(Map.of()));
    }
}
