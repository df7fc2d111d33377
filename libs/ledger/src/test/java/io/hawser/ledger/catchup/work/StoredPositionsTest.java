package io.hawser.ledger.catchup.work;

import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.ledger.position.LogPartition;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class StoredPositionsTest {
    private static final LogPartition TASKS = new LogPartition("id-1", "hawser.tasks", 0);
    private static final LogPartition NODES = new LogPartition("id-2", "hawser.nodes", 3);

    @Test
    @DisplayName("A position that is stored behind what was seen, or behind where this process stands, went back")
    void wentBack() {
        assertThat(StoredPositions.wentBack(Map.of(TASKS, 5L), Map.of(), Map.of(TASKS, 4L)))
                .isEqualTo(Map.of(TASKS, 5L));
        assertThat(StoredPositions.wentBack(Map.of(), Map.of(TASKS, 5L), Map.of(TASKS, 4L)))
                .isEqualTo(Map.of(TASKS, 5L));
        assertThat(StoredPositions.wentBack(Map.of(TASKS, 6L), Map.of(TASKS, 5L), Map.of(TASKS, 4L)))
                .isEqualTo(Map.of(TASKS, 6L));
    }

    @Test
    @DisplayName("A position that stays or increases did not go back, whichever process stored it")
    void didNotGoBack() {
        assertThat(StoredPositions.wentBack(
                        Map.of(TASKS, 5L, NODES, 1L), Map.of(TASKS, 5L), Map.of(TASKS, 5L, NODES, 2L)))
                .isEmpty();
    }

    @Test
    @DisplayName("This process's own row that is gone went back; somebody else's may be of a topic that is gone")
    void aRowThatIsNotThere() {
        assertThat(StoredPositions.wentBack(Map.of(NODES, 9L), Map.of(TASKS, 0L), Map.of()))
                .isEqualTo(Map.of(TASKS, 0L));
    }

    @Test
    @DisplayName("The newest look counts, also where it is the lower one")
    void theNewestLookCounts() {
        assertThat(StoredPositions.seen(Map.of(TASKS, 5L, NODES, 1L), Map.of(TASKS, 4L)))
                .isEqualTo(Map.of(TASKS, 4L, NODES, 1L));
    }
}
