package io.hawser.node.wiring;

import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.node.mount.Sample;
import io.hawser.node.mount.VolumeStats;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class VolumeGaugesTest {
    private final SimpleMeterRegistry metrics = new SimpleMeterRegistry();
    private final VolumeGauges gauges = new VolumeGauges(metrics);

    @Test
    @DisplayName(
            "A volume's numbers are those told last, under its name; what is not told is no number; they go with it")
    void lastNumbersOfEachVolume() {
        // Given
        VolumeStats before =
                new VolumeStats(Optional.of(new VolumeStats.Usage(10, 4, 5)), Optional.empty(), Optional.empty());
        VolumeStats after =
                new VolumeStats(Optional.of(new VolumeStats.Usage(20, 5, 14)), Optional.empty(), Optional.of("ill"));
        gauges.measured(Sample.KEY, "plugin.example", Optional.of(before));
        // When
        gauges.measured(Sample.KEY, "plugin.example", Optional.of(after));
        // Then
        assertThat(value("hawser_volume_capacity_bytes")).isEqualTo(20);
        assertThat(value("hawser_volume_used_bytes")).isEqualTo(5);
        assertThat(value("hawser_volume_available_bytes")).isEqualTo(14);
        assertThat(value("hawser_volume_used_inodes")).isNaN();
        assertThat(value("hawser_volume_abnormal")).isEqualTo(1);
        gauges.measured(Sample.KEY, "plugin.example", Optional.empty());
        assertThat(metrics.getMeters()).isEmpty();
    }

    private double value(String name) {
        return metrics.get(name)
                .tags("volume", "data", "uid", "u1", "plugin", "plugin.example")
                .gauge()
                .value();
    }
}
