package io.hawser.hostpath.volume;

import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.hostpath.volume.Refusal.Reason;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExpandDecisionTest {
    private static final long MAX = 1 << 20;
    private static final Capability DIRECTORY = Capability.mount(AccessMode.SINGLE_NODE_WRITER, Set.of());
    private static final Capability BLOCK = Capability.block(AccessMode.SINGLE_NODE_WRITER);

    private static Volume volume(Capability capability, long bytes) {
        VolumeName name = new VolumeName("v");
        return new Volume(
                VolumeId.of(name, 1),
                name,
                Volume.Phase.READY,
                bytes,
                List.of(capability),
                Map.of(),
                new TreeSet<>(),
                new TreeMap<>());
    }

    @ParameterizedTest
    @CsvSource({"8193, 0, 8193, 12288", "8193, 12287, 8193, -1", "8193, 12288, 8193, 12288", "12288, 0, 12288, 12288"})
    @DisplayName("A directory has the size that is required, a block volume the next whole blocks within the limit")
    void growsToWhatIsRequired(long required, long limit, long directory, long block) {
        // Given
        SizeRange wanted = new SizeRange(required, limit);

        // When
        ExpandDecision ofDirectory = ExpandDecision.of(volume(DIRECTORY, 8192), wanted, MAX);
        ExpandDecision ofBlock = ExpandDecision.of(volume(BLOCK, 8192), wanted, MAX);

        // Then
        assertThat(grown(ofDirectory)).isEqualTo(directory);
        assertThat(grown(ofBlock)).isEqualTo(block);
    }

    /** -1: refused. */
    private static long grown(ExpandDecision decision) {
        return switch (decision) {
            case ExpandDecision.Grow(Volume volume) -> volume.capacityBytes();
            case ExpandDecision.Keep(Volume volume) -> throw new AssertionError("kept: " + volume);
            case ExpandDecision.Refuse(Refusal refusal) -> {
                assertThat(refusal.reason()).isEqualTo(Reason.OUT_OF_RANGE);
                yield -1;
            }
        };
    }

    @ParameterizedTest
    @CsvSource({"8192, 0", "1, 0", "0, 8192", "1, 1000000"})
    @DisplayName("A volume that is large enough stays as it is")
    void keepsWhatIsLargeEnough(long required, long limit) {
        Volume volume = volume(BLOCK, 8192);

        assertThat(ExpandDecision.of(volume, new SizeRange(required, limit), MAX))
                .isEqualTo(new ExpandDecision.Keep(volume));
    }

    @Test
    @DisplayName("A volume neither shrinks nor grows above the largest size")
    void refusesToShrinkAndToExceed() {
        for (SizeRange range : List.of(new SizeRange(0, 8191), new SizeRange(1, 8191), new SizeRange(MAX + 1, 0)))
            assertThat(grown(ExpandDecision.of(volume(DIRECTORY, 8192), range, MAX)))
                    .as("%s", range)
                    .isEqualTo(-1);
    }
}
