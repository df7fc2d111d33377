package io.hawser.csi;

import static io.hawser.csi.CheckedRequests.MOUNT;
import static io.hawser.csi.CheckedRequests.breaks;
import static io.hawser.csi.CheckedRequests.create;
import static io.hawser.csi.CheckedRequests.passes;
import static io.hawser.csi.CheckedRequests.publish;
import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.csi.v1.CreateVolumeRequest;
import io.hawser.csi.v1.CreateVolumeResponse;
import io.hawser.csi.v1.NodeStageVolumeRequest;
import io.hawser.csi.v1.VolumeCapability.AccessMode.Mode;
import io.hawser.v1.MountAccess;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How long texts, maps and lists of a request may be, and of which characters. */
class RequestLimitsTest {
    @Test
    @DisplayName("Strings are counted in bytes: 64 characters of two bytes fit, 65 do not")
    void stringsAreCountedInBytes() {
        passes(CsiRpc.CREATE_VOLUME, create().setName("ä".repeat(64)).build());
        breaks(CsiRpc.CREATE_VOLUME, create().setName("ä".repeat(65)).build(), "name");
    }

    @Test
    @DisplayName("A node id may have 256 bytes, what the plugin made 4096, a path as many as the system takes")
    void limitsDependOnTheField() {
        passes(
                CsiRpc.CONTROLLER_PUBLISH_VOLUME,
                publish().setNodeId("n".repeat(256)).build());
        breaks(
                CsiRpc.CONTROLLER_PUBLISH_VOLUME,
                publish().setNodeId("n".repeat(257)).build(),
                "node_id");
        passes(
                CsiRpc.CONTROLLER_PUBLISH_VOLUME,
                publish().setVolumeId("v".repeat(4096)).build());
        breaks(
                CsiRpc.CONTROLLER_PUBLISH_VOLUME,
                publish().setVolumeId("v".repeat(4097)).build(),
                "volume_id");
        NodeStageVolumeRequest.Builder stage = NodeStageVolumeRequest.newBuilder()
                .setVolumeId("id-1")
                .setVolumeCapability(MOUNT)
                .setStagingTargetPath("/" + "p".repeat(1000));
        passes(CsiRpc.NODE_STAGE_VOLUME, stage.build());
        breaks(
                CsiRpc.NODE_STAGE_VOLUME,
                stage.setStagingTargetPath("/" + "p".repeat(4095)).build(),
                "staging_target_path");
    }

    @Test
    @DisplayName("A volume whose plugin breaks the limits can still be deleted: "
            + "its id and context are taken as they came, and sent back")
    void whatThePluginMadeIsTakenAsItCame() {
        // Given
        CreateVolumeResponse answer = CreateVolumeResponse.newBuilder()
                .setVolume(io.hawser.csi.v1.Volume.newBuilder()
                        .setVolumeId("v".repeat(300))
                        .setCapacityBytes(-1)
                        .putVolumeContext("k", "x".repeat(8000)))
                .build();

        // When
        Optional<Violation> found = Answers.create(answer);

        // Then
        assertThat(found).isEmpty();
        passes(
                CsiRpc.DELETE_VOLUME,
                io.hawser.csi.v1.DeleteVolumeRequest.newBuilder()
                        .setVolumeId(answer.getVolume().getVolumeId())
                        .build());
        passes(
                CsiRpc.CONTROLLER_PUBLISH_VOLUME,
                publish()
                        .putAllVolumeContext(answer.getVolume().getVolumeContextMap())
                        .build());
    }

    @Test
    @DisplayName("A map has 4 KiB in all, keys and values together; the message shows no value")
    void mapsAreCountedInAll() {
        // Given
        CreateVolumeRequest tooMuch =
                create().putParameters("k".repeat(96), "v".repeat(4001)).build();
        // When
        Optional<Violation> found = CsiRpc.CREATE_VOLUME.check(tooMuch);
        // Then
        assertThat(found).hasValueSatisfying(violation -> {
            assertThat(violation.field()).isEqualTo("parameters");
            assertThat(violation.toString()).contains("4097 bytes").doesNotContain("vvv");
        });
        passes(
                CsiRpc.CREATE_VOLUME,
                create().putParameters("k".repeat(96), "v".repeat(4000)).build());
    }

    @Test
    @DisplayName("Mount flags have 4 KiB in all, each may be longer than 128 bytes")
    void mountFlagsAreCountedInAll() {
        // Given
        MountAccess.Builder flags = MountAccess.newBuilder().addMountFlags("f".repeat(4000));
        // When
        CreateVolumeRequest fits = create().setVolumeCapabilities(
                        0, AccessModes.mount(Mode.SINGLE_NODE_WRITER, flags.build()))
                .build();
        CreateVolumeRequest tooMuch = create().setVolumeCapabilities(
                        0,
                        AccessModes.mount(
                                Mode.SINGLE_NODE_WRITER,
                                flags.addMountFlags("f".repeat(97)).build()))
                .build();
        // Then
        passes(CsiRpc.CREATE_VOLUME, fits);
        breaks(CsiRpc.CREATE_VOLUME, tooMuch, "volume_capabilities[0].mount.mount_flags");
    }

    @ParameterizedTest
    @DisplayName("Secrets' keys are letters, digits, '-', '_' and '.'")
    @ValueSource(strings = {"", "a b", "a/b", "ä"})
    void secretKeysAreRestricted(String key) {
        breaks(CsiRpc.CREATE_VOLUME, create().putSecrets(key, "v").build(), "secrets");
    }

    @ParameterizedTest
    @DisplayName("A name holds no control characters")
    @ValueSource(strings = {"a\u0000", "a\u0008", "a\u000b", "a\u001f", "a\u007f", "a\u009f"})
    void namesHoldNoControlCharacters(String name) {
        breaks(CsiRpc.CREATE_VOLUME, create().setName(name).build(), "name");
    }

    @Test
    @DisplayName("A required text holds no NUL, not even at its beginning")
    void noTextHoldsNul() {
        breaks(CsiRpc.CONTROLLER_PUBLISH_VOLUME, publish().setNodeId("\0").build(), "node_id");
        breaks(CsiRpc.CONTROLLER_PUBLISH_VOLUME, publish().setVolumeId("v\0").build(), "volume_id");
    }
}
