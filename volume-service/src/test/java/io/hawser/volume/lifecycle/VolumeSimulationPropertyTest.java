package io.hawser.volume.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

class VolumeSimulationPropertyTest {
    @Property(tries = 3000)
    void theInvariantsHoldThroughAnyStormAndNothingIsLeftAfterIt(@ForAll long seed) {
        assertThat(new VolumeSimulation(seed).run(120)).isTrue();
    }
}
