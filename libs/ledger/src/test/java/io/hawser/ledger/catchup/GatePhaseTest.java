package io.hawser.ledger.catchup;

import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.ledger.position.LogPartition;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class GatePhaseTest {
    private static final LogPartition TASKS = new LogPartition("id-1", "hawser.tasks", 0);
    private static final LogPartition NODES = new LogPartition("id-2", "hawser.nodes", 3);

    @Test
    @DisplayName("It names the partition, how far it goes and how far it is read")
    void namesThePartition() {
        var reading = new GatePhase.Reading(new Barrier(Map.of(TASKS, 5L, NODES, 7L)));

        assertThat(reading.waitsFor(Map.of(NODES, 7L, TASKS, 2L)))
                .isEqualTo("hawser.tasks-0 to be read up to 5, now at 2");
    }

    @Test
    @DisplayName("It names three keys, and how many more there are")
    void namesAFew() {
        var deciding = new GatePhase.Deciding(Instant.EPOCH, Set.of("task e", "task d", "task c", "task b", "task a"));

        assertThat(deciding.waitsFor()).isEqualTo("decisions on task a; task b; task c and 2 more");
    }

    @Test
    @DisplayName("Three are named without more; a partition that was never read is read up to nothing")
    void namesThemAll() {
        var deciding = new GatePhase.Deciding(Instant.EPOCH, Set.of("task c", "task b", "task a"));
        var reading = new GatePhase.Reading(new Barrier(Map.of(TASKS, 5L)));

        assertThat(deciding.waitsFor()).isEqualTo("decisions on task a; task b; task c");
        assertThat(reading.waitsFor(Map.of())).isEqualTo("hawser.tasks-0 to be read up to 5, now at 0");
    }
}
