package io.hawser.strict;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.Status.Code;
import io.hawser.csi.v1.VolumeCapability.AccessMode.Mode;
import io.hawser.strict.backend.StoredVolume;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Which volume, and which node, a fault is for. */
class SelectedFaultContractTest extends FaultyPlugin {
    @Test
    void aFaultMayBeForOneVolumeByItsOrder() {
        // Given
        misbehave("CreateVolume #2 * error RESOURCE_EXHAUSTED");

        // When
        Optional<Code> first = createWithin(120_000);
        Optional<Code> second =
                Caller.code(() -> new VolumeUser(caller, OFFERED, "b", Mode.MULTI_NODE_MULTI_WRITER).create());

        // Then
        assertThat(first).isEmpty();
        assertThat(second).contains(Code.RESOURCE_EXHAUSTED);
    }

    @Test
    void aFaultMayBeForOneVolumeByItsId() {
        // Given
        VolumeUser other = new VolumeUser(caller, OFFERED, "b", Mode.MULTI_NODE_MULTI_WRITER);
        volume.create();
        other.create();
        misbehave("DeleteVolume " + other.id() + " * error INTERNAL");

        // When
        Optional<Code> first = Caller.code(volume::delete);
        Optional<Code> second = Caller.code(other::delete);

        // Then
        assertThat(first).isEmpty();
        assertThat(second).contains(Code.INTERNAL);
        assertThat(plugin.volumes()).extracting(StoredVolume::name).containsExactly("b");
    }

    @Test
    void aFaultMayBeForOneNodeByItsId() {
        // Given
        volume.create().attach("n1").attach("n2");
        misbehave("NodeStageVolume *@strict-n2 * error INTERNAL");

        // When
        Optional<Code> first = Caller.code(() -> volume.stage("n1"));
        Optional<Code> second = Caller.code(() -> volume.stage("n2"));

        // Then
        assertThat(first).isEmpty();
        assertThat(second).contains(Code.INTERNAL);
        assertThat(plugin.volumes().getFirst().stagings()).containsOnlyKeys("strict-n1");
    }
}
