package io.hawser.volume.spec;

import static io.hawser.volume.spec.SoundSpec.segment;
import static io.hawser.volume.spec.SoundSpec.spec;
import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.message.Fault;
import io.hawser.v1.CapacityRange;
import io.hawser.v1.MountAccess;
import io.hawser.v1.SecretReference;
import io.hawser.v1.Topology;
import io.hawser.v1.TopologyRequirement;
import io.hawser.v1.VolumeSpec;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What is as large as it may be, and what is too large. */
class SpecBoundsTest {
    @Test
    @DisplayName("What is exactly at a bound has no fault")
    void whatIsAtABoundIsSound() {
        assertThat(capacity(1, 0)).isEmpty();
        assertThat(capacity(2, 2)).isEmpty();
        assertThat(SpecRules.check(spec().putParameters("k", "v".repeat(SpecRules.MAP_BYTES - 1))
                        .build()))
                .isEmpty();
        assertThat(SpecRules.check(spec().setTopology(TopologyRequirement.newBuilder()
                                .addPreferred(Topology.newBuilder().putSegments("zone", "2")))
                        .build()))
                .isEmpty();
    }

    private static Optional<Fault> capacity(long required, long limit) {
        return SpecRules.check(spec().setCapacity(
                        CapacityRange.newBuilder().setRequiredBytes(required).setLimitBytes(limit))
                .build());
    }

    @Test
    @DisplayName("What is as large as a call may be is accepted")
    void whatIsAsLargeAsACallMayBeIsAccepted() {
        VolumeSpec.Builder spec = spec().setMount(MountAccess.newBuilder()
                        .setFsType("x".repeat(128))
                        .setVolumeMountGroup("g".repeat(128))
                        .addMountFlags("a".repeat(4096)))
                .setTopology(segment("p".repeat(63) + "/" + "n".repeat(63), "v".repeat(63)));
        for (int i = 0; i < 32; i++) {
            spec.addSecrets(SecretReference.newBuilder()
                    .setKey("k".repeat(126) + (10 + i))
                    .setName("n"));
        }

        assertThat(SpecRules.check(spec.build())).isEmpty();
    }

    @Test
    @DisplayName("However long what is refused, the sentence about it stays short")
    void sentencesStayShort() {
        String endless = "x".repeat(550_000);

        assertThat(SpecRules.check(spec().setPlugin(endless).build())
                        .orElseThrow()
                        .message())
                .hasSizeLessThan(700);
        assertThat(SpecRules.check(
                                spec().addSecrets(SecretReference.newBuilder().setKey(endless))
                                        .build())
                        .orElseThrow()
                        .message())
                .hasSizeLessThan(700);
    }
}
