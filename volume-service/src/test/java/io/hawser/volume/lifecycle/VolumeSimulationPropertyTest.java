package io.hawser.volume.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class VolumeSimulationPropertyTest {
    @Test
    @DisplayName("A task that waits is granted the volume once nothing more happens, unless a person has to act")
    void aWaitingTaskIsGranted() {
        for (long seed = 0; seed < 400; seed++) {
            assertThat(new VolumeSimulation(seed).calm().run(120))
                    .as("seed %d", seed)
                    .isTrue();
        }
    }

    @Property(tries = 3000)
    void theInvariantsHoldThroughAnyStormAndNothingIsLeftAfterIt(@ForAll long seed) {
        assertThat(new VolumeSimulation(seed).run(120)).isTrue();
    }
}
