package io.hawser.deallocator.deletion.simulation;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Services, networks, volumes and tasks over random histories: records that cannot be read, topics that are read apart,
 * batches, two replicas, crashes between two transactions, and databases that are lost after compaction.
 */
class DeletionPropertyTest {
    private static final int SEEDS = 27_000;

    @Test
    @Tag("swarmkit-T120")
    @Tag("swarmkit-DB3")
    @DisplayName("OnlyDeallocatorDeletes: nothing goes while something holds it, and everything that may go goes")
    void nothingEarlyAndNothingForEver() {
        for (int seed = 0; seed < SEEDS; seed++) {
            new Simulation(seed).run();
        }
    }
}
