package io.hawser.csi;

import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.csi.v1.ValidateVolumeCapabilitiesRequest;
import io.hawser.csi.v1.ValidateVolumeCapabilitiesResponse;
import io.hawser.csi.v1.ValidateVolumeCapabilitiesResponse.Confirmed;
import io.hawser.csi.v1.VolumeCapability;
import io.hawser.csi.v1.VolumeCapability.AccessMode.Mode;
import io.hawser.v1.MountAccess;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class ConfirmationTest {

    private static final VolumeCapability MOUNT = mount("noatime", "user=a");
    private static final VolumeCapability BLOCK = AccessModes.block(Mode.MULTI_NODE_MULTI_WRITER);

    private static VolumeCapability mount(String... flags) {
        return AccessModes.mount(
                Mode.MULTI_NODE_MULTI_WRITER,
                MountAccess.newBuilder()
                        .setFsType("xfs")
                        .addAllMountFlags(List.of(flags))
                        .build());
    }

    private static Confirmation confirm(VolumeCapability asked, VolumeCapability... confirmed) {
        return confirmOneOf(List.of(asked), confirmed);
    }

    private static Confirmation confirmOneOf(List<VolumeCapability> asked, VolumeCapability... confirmed) {
        return Confirmation.of(
                ValidateVolumeCapabilitiesRequest.newBuilder()
                        .addAllVolumeCapabilities(asked)
                        .build(),
                ValidateVolumeCapabilitiesResponse.newBuilder()
                        .setConfirmed(Confirmed.newBuilder().addAllVolumeCapabilities(List.of(confirmed)))
                        .build());
    }

    private static void differs(Confirmation confirmation, String... words) {
        assertThat(confirmation)
                .isInstanceOfSatisfying(Confirmation.Different.class, different -> assertThat(different.message())
                        .contains(words));
    }

    @Test
    @Tag("nomad-77")
    @DisplayName(
            "An empty confirmation contradicts nothing; a missing one is another result, with the plugin's message")
    void anEmptyConfirmationContradictsNothing() {
        // Given
        ValidateVolumeCapabilitiesResponse none = ValidateVolumeCapabilitiesResponse.newBuilder()
                .setMessage("not as block")
                .build();
        // When
        Confirmation unconfirmed = Confirmation.of(ValidateVolumeCapabilitiesRequest.getDefaultInstance(), none);
        // Then
        assertThat(confirm(MOUNT)).isInstanceOf(Confirmation.Confirmed.class);
        assertThat(unconfirmed).isEqualTo(new Confirmation.Unconfirmed("not as block"));
    }

    @Test
    @DisplayName("A secret of the request is taken out of the plugin's message")
    void aSecretInTheMessage() {
        // Given
        ValidateVolumeCapabilitiesRequest asked = ValidateVolumeCapabilitiesRequest.newBuilder()
                .putSecrets("password", "hunter22")
                .build();
        ValidateVolumeCapabilitiesResponse none = ValidateVolumeCapabilitiesResponse.newBuilder()
                .setMessage("no access for hunter22")
                .build();
        // Then
        assertThat(Confirmation.of(asked, none))
                .isEqualTo(new Confirmation.Unconfirmed("no access for ***stripped***"));
    }

    @Test
    @Tag("nomad-78")
    @DisplayName("The same mount with its flags in another order is confirmed")
    void theOrderOfFlagsDoesNotMatter() {
        assertThat(confirm(MOUNT, mount("user=a", "noatime"))).isInstanceOf(Confirmation.Confirmed.class);
    }

    @Test
    @Tag("nomad-79")
    @DisplayName("The same block volume is confirmed")
    void theSameBlockIsConfirmed() {
        assertThat(confirm(BLOCK, BLOCK)).isInstanceOf(Confirmation.Confirmed.class);
    }

    @Test
    @Tag("nomad-80")
    @DisplayName("Another access mode is named")
    void anotherAccessModeDiffers() {
        differs(
                confirm(BLOCK, AccessModes.block(Mode.SINGLE_NODE_WRITER)),
                "requested access mode MULTI_NODE_MULTI_WRITER, got SINGLE_NODE_WRITER");
    }

    @Test
    @Tag("nomad-81")
    @DisplayName("A missing mount flag differs, and no flag is shown")
    void missingFlagsDifferAndAreNotShown() {
        // When
        Confirmation confirmation = confirm(MOUNT, mount("noatime"));
        // Then
        differs(confirmation, "requested mount flags");
        assertThat(confirmation.toString()).doesNotContain("user=a");
    }

    @Test
    @Tag("nomad-82")
    @DisplayName("Block asked, mount confirmed: differs")
    void anotherAccessTypeDiffers() {
        differs(confirm(BLOCK, MOUNT), "requested access type BLOCK, got MOUNT");
    }

    @Test
    @Tag("nomad-83")
    @DisplayName("A confirmation without an access type contradicts nothing")
    void noAccessTypeContradictsNothing() {
        assertThat(confirm(MOUNT, MOUNT.toBuilder().clearMount().build())).isInstanceOf(Confirmation.Confirmed.class);
    }

    @Test
    @Tag("nomad-84")
    @DisplayName("A confirmation without an access mode contradicts nothing")
    void noAccessModeContradictsNothing() {
        assertThat(confirm(MOUNT, MOUNT.toBuilder().clearAccessMode().build()))
                .isInstanceOf(Confirmation.Confirmed.class);
    }

    @Test
    @DisplayName("What fits one of several requested capabilities is confirmed; what fits none differs from the last")
    void oneOfSeveral() {
        // Given
        VolumeCapability reader = AccessModes.block(Mode.MULTI_NODE_READER_ONLY);
        // Then
        assertThat(confirmOneOf(List.of(BLOCK, reader), BLOCK)).isInstanceOf(Confirmation.Confirmed.class);
        differs(
                confirmOneOf(List.of(MOUNT, reader), BLOCK),
                "requested access mode MULTI_NODE_READER_ONLY, got MULTI_NODE_MULTI_WRITER");
    }

    @Test
    @DisplayName("Another file system differs; where none was asked for, any is confirmed")
    void anotherFileSystemDiffers() {
        VolumeCapability ext4 = AccessModes.mount(
                Mode.MULTI_NODE_MULTI_WRITER,
                MountAccess.newBuilder().setFsType("ext4").build());
        VolumeCapability any = AccessModes.mount(Mode.MULTI_NODE_MULTI_WRITER, MountAccess.getDefaultInstance());

        differs(confirm(MOUNT, ext4), "requested file system 'xfs', got 'ext4'");
        assertThat(confirm(any, ext4)).isInstanceOf(Confirmation.Confirmed.class);
    }

    @Test
    @DisplayName("An older plugin that leaves out volume_mount_group has not confirmed it")
    void aFieldThatWasIgnoredDiffers() {
        // Given
        VolumeCapability withGroup = AccessModes.mount(
                Mode.SINGLE_NODE_WRITER,
                MountAccess.newBuilder().setVolumeMountGroup("1000").build());
        VolumeCapability without = AccessModes.mount(Mode.SINGLE_NODE_WRITER, MountAccess.getDefaultInstance());
        // Then
        differs(confirm(withGroup, without), "volume_mount_group");
    }
}
