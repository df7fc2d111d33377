package io.hawser.csi;

import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.csi.v1.VolumeCapability;
import io.hawser.csi.v1.VolumeCapability.AccessMode.Mode;
import io.hawser.v1.Assignment;
import io.hawser.v1.BlockAccess;
import io.hawser.v1.MountAccess;
import io.hawser.v1.Scope;
import io.hawser.v1.Sharing;
import io.hawser.v1.VolumeSpec;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AccessModesTest {

    @ParameterizedTest
    @DisplayName("Each combination of scope and sharing, for a plugin without and with SINGLE_NODE_MULTI_WRITER")
    @CsvSource({
        "UNSPECIFIED, UNSPECIFIED, SINGLE_NODE_WRITER, SINGLE_NODE_SINGLE_WRITER",
        "SINGLE_NODE, UNSPECIFIED, SINGLE_NODE_WRITER, SINGLE_NODE_SINGLE_WRITER",
        "SINGLE_NODE, NONE, SINGLE_NODE_WRITER, SINGLE_NODE_SINGLE_WRITER",
        "SINGLE_NODE, READ_ONLY, SINGLE_NODE_READER_ONLY, SINGLE_NODE_READER_ONLY",
        "SINGLE_NODE, ONE_WRITER, SINGLE_NODE_WRITER, SINGLE_NODE_MULTI_WRITER",
        "SINGLE_NODE, ALL, SINGLE_NODE_WRITER, SINGLE_NODE_MULTI_WRITER",
        "MULTI_NODE, UNSPECIFIED, , ",
        "MULTI_NODE, NONE, , ",
        "MULTI_NODE, READ_ONLY, MULTI_NODE_READER_ONLY, MULTI_NODE_READER_ONLY",
        "MULTI_NODE, ONE_WRITER, MULTI_NODE_SINGLE_WRITER, MULTI_NODE_SINGLE_WRITER",
        "MULTI_NODE, ALL, MULTI_NODE_MULTI_WRITER, MULTI_NODE_MULTI_WRITER",
    })
    void eachCombination(String scope, String sharing, Mode without, Mode with) {
        // Given
        Scope wantedScope = Scope.valueOf("SCOPE_" + scope);
        Sharing wantedSharing = Sharing.valueOf("SHARING_" + sharing);
        // When
        Optional<Mode> plain = AccessModes.mode(wantedScope, wantedSharing, false);
        Optional<Mode> multiWriter = AccessModes.mode(wantedScope, wantedSharing, true);
        // Then
        assertThat(plain).isEqualTo(Optional.ofNullable(without));
        assertThat(multiWriter).isEqualTo(Optional.ofNullable(with));
    }

    @Test
    @DisplayName("A value from a newer version is no mode, never the default one")
    void unknownValuesHaveNoMode() {
        assertThat(AccessModes.mode(Scope.UNRECOGNIZED, Sharing.SHARING_ALL, true))
                .isEmpty();
        assertThat(AccessModes.mode(Scope.SCOPE_SINGLE_NODE, Sharing.UNRECOGNIZED, true))
                .isEmpty();
    }

    @Test
    @DisplayName("A mounted volume keeps file system, flags and group")
    void aMountKeepsItsFields() {
        // Given
        VolumeSpec spec = VolumeSpec.newBuilder()
                .setMount(MountAccess.newBuilder()
                        .setFsType("xfs")
                        .addMountFlags("noatime")
                        .setVolumeMountGroup("1000"))
                .build();
        // When
        Optional<VolumeCapability> capability = AccessModes.capability(spec, false);
        // Then
        assertThat(capability).hasValueSatisfying(c -> {
            assertThat(c.getAccessMode().getMode()).isEqualTo(Mode.SINGLE_NODE_WRITER);
            assertThat(c.getMount().getFsType()).isEqualTo("xfs");
            assertThat(c.getMount().getMountFlagsList()).containsExactly("noatime");
            assertThat(c.getMount().getVolumeMountGroup()).isEqualTo("1000");
        });
    }

    @Test
    @DisplayName("On a node the capability SINGLE_NODE_MULTI_WRITER is used if the assignment allows it, or is silent")
    void asTheAssignmentSays() {
        // Given
        Assignment.Builder silent = Assignment.newBuilder().setBlock(BlockAccess.getDefaultInstance());
        Assignment without = silent.clone().setSingleNodeMultiWriter(false).build();
        Assignment with = silent.clone().setSingleNodeMultiWriter(true).build();
        // Then
        assertThat(AccessModes.capability(without, true)).hasValue(AccessModes.block(Mode.SINGLE_NODE_WRITER));
        assertThat(AccessModes.capability(with, true)).hasValue(AccessModes.block(Mode.SINGLE_NODE_SINGLE_WRITER));
        assertThat(AccessModes.capability(with, false)).hasValue(AccessModes.block(Mode.SINGLE_NODE_WRITER));
        assertThat(AccessModes.capability(silent.build(), true))
                .hasValue(AccessModes.block(Mode.SINGLE_NODE_SINGLE_WRITER));
    }

    @Test
    @DisplayName("A block volume is block; nothing said about access is no capability")
    void blockIsBlock() {
        // Given
        Assignment block = Assignment.newBuilder()
                .setScope(Scope.SCOPE_MULTI_NODE)
                .setSharing(Sharing.SHARING_ALL)
                .setBlock(BlockAccess.getDefaultInstance())
                .build();
        // Then
        assertThat(AccessModes.capability(block, true)).hasValue(AccessModes.block(Mode.MULTI_NODE_MULTI_WRITER));
        assertThat(AccessModes.capability(block.toBuilder().clearBlock().build(), true))
                .isEmpty();
    }
}
