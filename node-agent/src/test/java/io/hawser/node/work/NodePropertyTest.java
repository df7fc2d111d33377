package io.hawser.node.work;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class NodePropertyTest {
    private static final long FIRST_SEED = Long.getLong("hawser.sim.seed", 1);
    private static final int RUNS = Integer.getInteger("hawser.sim.runs", 4_000);

    @Test
    @DisplayName("Whatever fails and whenever the process dies, "
            + "the record errs to uncertain only and the order of calls is kept")
    void theInvariantsHoldOverSeededRuns() {
        // Given
        int nothingLefts = 0;
        int settled = 0;
        int forgotten = 0;
        // When
        for (long seed = FIRST_SEED; seed < FIRST_SEED + RUNS; seed++) {
            NodeSimulation simulation = new NodeSimulation(seed);
            try {
                simulation.run(60);
            } catch (AssertionError broken) {
                throw new AssertionError("seed " + seed + ": " + broken.getMessage(), broken);
            }
            nothingLefts += simulation.invariants.nothingLefts;
            settled += simulation.invariants.settled;
            forgotten += simulation.forgotten;
        }
        // Then: the runs reached what they are about.
        assertThat(nothingLefts).isGreaterThan(RUNS / 10);
        assertThat(settled).isGreaterThan(RUNS);
        assertThat(forgotten).isGreaterThan(RUNS / 100);
    }
}
