package io.hawser.csi;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.Status;
import io.hawser.csi.v1.CapacityRange;
import io.hawser.csi.v1.NodeExpandVolumeRequest;
import io.hawser.csi.v1.NodeExpandVolumeResponse;
import io.hawser.csi.v1.NodePublishVolumeRequest;
import io.hawser.csi.v1.NodePublishVolumeResponse;
import io.hawser.csi.v1.NodeStageVolumeRequest;
import io.hawser.csi.v1.NodeStageVolumeResponse;
import io.hawser.csi.v1.NodeUnpublishVolumeRequest;
import io.hawser.csi.v1.NodeUnpublishVolumeResponse;
import io.hawser.csi.v1.NodeUnstageVolumeRequest;
import io.hawser.csi.v1.NodeUnstageVolumeResponse;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Calls to the Node service. */
class NodeScenariosIT extends PluginFixture {

    private static final NodeStageVolumeRequest STAGE = NodeStageVolumeRequest.newBuilder()
            .setVolumeId("id-1")
            .setStagingTargetPath("/staging/id-1")
            .setVolumeCapability(MOUNT)
            .putSecrets("key", "value")
            .putPublishContext("device", "/dev/vdb")
            .putVolumeContext("pool", "a")
            .build();
    private static final NodeUnstageVolumeRequest UNSTAGE = NodeUnstageVolumeRequest.newBuilder()
            .setVolumeId("id-1")
            .setStagingTargetPath("/staging/id-1")
            .build();
    private static final NodePublishVolumeRequest PUBLISH = NodePublishVolumeRequest.newBuilder()
            .setVolumeId("id-1")
            .setStagingTargetPath("/staging/id-1")
            .setTargetPath("/targets/t-1")
            .setVolumeCapability(MOUNT)
            .build();
    private static final NodeUnpublishVolumeRequest UNPUBLISH = NodeUnpublishVolumeRequest.newBuilder()
            .setVolumeId("id-1")
            .setTargetPath("/targets/t-1")
            .build();
    private static final NodeExpandVolumeRequest EXPAND = NodeExpandVolumeRequest.newBuilder()
            .setVolumeId("id-1")
            .setVolumePath("/targets/t-1")
            .build();

    @Test
    @Tag("nomad-117")
    @DisplayName("Stage: ALREADY_EXISTS is final, with the plugin's words")
    void stageAlreadyExists() {
        // Given
        plugin.fail(CsiRpc.NODE_STAGE_VOLUME, Status.ALREADY_EXISTS.withDescription("staged as block"));
        // When
        RpcOutcome<?> ending = call(CsiRpc.NODE_STAGE_VOLUME, STAGE);
        // Then
        rejected(ending, CsiCode.ALREADY_EXISTS);
        assertThat(ending.toString()).contains("staged as block");
    }

    @Test
    @Tag("nomad-118")
    @DisplayName("Stage done; contexts and secrets arrive unchanged")
    void stageDone() {
        // Given
        plugin.answer(CsiRpc.NODE_STAGE_VOLUME, NodeStageVolumeResponse.getDefaultInstance());
        // When
        RpcOutcome<?> ending = call(CsiRpc.NODE_STAGE_VOLUME, STAGE);
        // Then
        done(ending);
        assertThat(plugin.lastRequest(CsiRpc.NODE_STAGE_VOLUME)).isEqualTo(STAGE);
    }

    @Test
    @Tag("nomad-119")
    @DisplayName("Unstage: INTERNAL is uncertain")
    void unstageInternal() {
        // Given
        plugin.fail(CsiRpc.NODE_UNSTAGE_VOLUME, Status.INTERNAL);
        // When
        RpcOutcome<?> ending = call(CsiRpc.NODE_UNSTAGE_VOLUME, UNSTAGE);
        // Then
        uncertain(ending, CsiCode.INTERNAL, RpcOutcome.Origin.PLUGIN);
    }

    @Test
    @Tag("nomad-120")
    @DisplayName("Unstage done")
    void unstageDone() {
        // Given
        plugin.answer(CsiRpc.NODE_UNSTAGE_VOLUME, NodeUnstageVolumeResponse.getDefaultInstance());
        // When
        RpcOutcome<?> ending = call(CsiRpc.NODE_UNSTAGE_VOLUME, UNSTAGE);
        // Then
        done(ending);
    }

    @Test
    @DisplayName("Unstage and unpublish: NOT_FOUND is rejected with its code, for the mount table to judge")
    void notFoundOnTeardownIsRejected() {
        // Given
        plugin.fail(CsiRpc.NODE_UNSTAGE_VOLUME, Status.NOT_FOUND).fail(CsiRpc.NODE_UNPUBLISH_VOLUME, Status.NOT_FOUND);
        RpcOutcome<?> unpublished = call(CsiRpc.NODE_UNPUBLISH_VOLUME, UNPUBLISH);
        // When
        RpcOutcome<?> unstaged = call(CsiRpc.NODE_UNSTAGE_VOLUME, UNSTAGE);
        // Then
        rejected(unpublished, CsiCode.NOT_FOUND);
        rejected(unstaged, CsiCode.NOT_FOUND);
    }

    @Test
    @Tag("nomad-121")
    @DisplayName("Publish: INTERNAL is uncertain")
    void publishInternal() {
        // Given
        plugin.fail(CsiRpc.NODE_PUBLISH_VOLUME, Status.INTERNAL);
        // When
        RpcOutcome<?> ending = call(CsiRpc.NODE_PUBLISH_VOLUME, PUBLISH);
        // Then
        uncertain(ending, CsiCode.INTERNAL, RpcOutcome.Origin.PLUGIN);
    }

    @Test
    @Tag("nomad-122")
    @DisplayName("Publish done")
    void publishDone() {
        // Given
        plugin.answer(CsiRpc.NODE_PUBLISH_VOLUME, NodePublishVolumeResponse.getDefaultInstance());
        // When
        RpcOutcome<?> ending = call(CsiRpc.NODE_PUBLISH_VOLUME, PUBLISH);
        // Then
        done(ending);
    }

    @Test
    @Tag("nomad-123")
    @DisplayName("Publish without a volume id is refused here")
    void publishWithoutId() {
        // When
        RpcOutcome<?> ending = call(
                CsiRpc.NODE_PUBLISH_VOLUME, PUBLISH.toBuilder().clearVolumeId().build());
        // Then
        refusedHere(ending, "volume_id");
        assertThat(plugin.asked()).isEmpty();
    }

    @Test
    @Tag("nomad-124")
    @DisplayName("Unpublish: INTERNAL is uncertain")
    void unpublishInternal() {
        // Given
        plugin.fail(CsiRpc.NODE_UNPUBLISH_VOLUME, Status.INTERNAL);
        // When
        RpcOutcome<?> ending = call(CsiRpc.NODE_UNPUBLISH_VOLUME, UNPUBLISH);
        // Then
        uncertain(ending, CsiCode.INTERNAL, RpcOutcome.Origin.PLUGIN);
    }

    @Test
    @Tag("nomad-125")
    @DisplayName("Unpublish done")
    void unpublishDone() {
        // Given
        plugin.answer(CsiRpc.NODE_UNPUBLISH_VOLUME, NodeUnpublishVolumeResponse.getDefaultInstance());
        // When
        RpcOutcome<?> ending = call(CsiRpc.NODE_UNPUBLISH_VOLUME, UNPUBLISH);
        // Then
        done(ending);
    }

    @Test
    @Tag("nomad-126")
    @DisplayName("Unpublish without a volume id is refused here")
    void unpublishWithoutId() {
        // When
        RpcOutcome<?> ending = call(
                CsiRpc.NODE_UNPUBLISH_VOLUME,
                UNPUBLISH.toBuilder().clearVolumeId().build());
        // Then
        refusedHere(ending, "volume_id");
    }

    @Test
    @Tag("nomad-127")
    @DisplayName("Unpublish without a path is refused here")
    void unpublishWithoutPath() {
        // When
        RpcOutcome<?> ending = call(
                CsiRpc.NODE_UNPUBLISH_VOLUME,
                UNPUBLISH.toBuilder().clearTargetPath().build());
        // Then
        refusedHere(ending, "target_path");
    }

    @Test
    @Tag("nomad-128")
    @DisplayName("Expand with nothing but id and path")
    void expandMinimal() {
        // Given
        plugin.answer(CsiRpc.NODE_EXPAND_VOLUME, NodeExpandVolumeResponse.getDefaultInstance());
        // When
        RpcOutcome<?> ending = call(CsiRpc.NODE_EXPAND_VOLUME, EXPAND);
        // Then
        done(ending);
    }

    @Test
    @Tag("nomad-129")
    @DisplayName("Expand in full arrives as asked")
    void expandInFull() {
        // Given
        NodeExpandVolumeRequest full = EXPAND.toBuilder()
                .setCapacityRange(CapacityRange.newBuilder().setRequiredBytes(1).setLimitBytes(2))
                .setStagingTargetPath("/staging/id-1")
                .setVolumeCapability(MOUNT)
                .build();
        plugin.answer(
                CsiRpc.NODE_EXPAND_VOLUME,
                NodeExpandVolumeResponse.newBuilder().setCapacityBytes(2).build());
        // When
        RpcOutcome<NodeExpandVolumeResponse> ending = call(CsiRpc.NODE_EXPAND_VOLUME, full);
        // Then
        assertThat(done(ending).getCapacityBytes()).isEqualTo(2);
        assertThat(plugin.lastRequest(CsiRpc.NODE_EXPAND_VOLUME)).isEqualTo(full);
    }

    @Test
    @Tag("nomad-130")
    @DisplayName("Expand without an id is refused here")
    void expandWithoutId() {
        // When
        RpcOutcome<?> ending = call(
                CsiRpc.NODE_EXPAND_VOLUME, EXPAND.toBuilder().clearVolumeId().build());
        // Then
        refusedHere(ending, "volume_id");
    }

    @Test
    @Tag("nomad-131")
    @DisplayName("Expand without a path is refused here")
    void expandWithoutPath() {
        // When
        RpcOutcome<?> ending = call(
                CsiRpc.NODE_EXPAND_VOLUME, EXPAND.toBuilder().clearVolumePath().build());
        // Then
        refusedHere(ending, "volume_path");
    }

    @Test
    @Tag("nomad-132")
    @DisplayName("Expand with a limit below the required size is refused here")
    void expandWithLimitBelowRequired() {
        // When
        RpcOutcome<?> ending = call(
                CsiRpc.NODE_EXPAND_VOLUME,
                EXPAND.toBuilder()
                        .setCapacityRange(
                                CapacityRange.newBuilder().setRequiredBytes(2).setLimitBytes(1))
                        .build());
        // Then
        refusedHere(ending, "capacity_range.limit_bytes");
    }

    @ParameterizedTest
    @Tag("nomad-133")
    @Tag("nomad-138")
    @DisplayName("Expand: INTERNAL and any other code are uncertain")
    @EnumSource(names = {"INTERNAL", "UNKNOWN"})
    void expandUncertain(CsiCode code) {
        // Given
        plugin.fail(CsiRpc.NODE_EXPAND_VOLUME, Status.Code.valueOf(code.name()).toStatus());
        // When
        RpcOutcome<?> ending = call(CsiRpc.NODE_EXPAND_VOLUME, EXPAND);
        // Then
        uncertain(ending, code, RpcOutcome.Origin.PLUGIN);
    }

    @ParameterizedTest
    @Tag("nomad-134")
    @Tag("nomad-135")
    @Tag("nomad-136")
    @Tag("nomad-137")
    @DisplayName("Expand: INVALID_ARGUMENT, NOT_FOUND, FAILED_PRECONDITION and OUT_OF_RANGE are final")
    @EnumSource(names = {"INVALID_ARGUMENT", "NOT_FOUND", "FAILED_PRECONDITION", "OUT_OF_RANGE"})
    void expandFinal(CsiCode code) {
        // Given
        plugin.fail(CsiRpc.NODE_EXPAND_VOLUME, Status.Code.valueOf(code.name()).toStatus());
        // When
        RpcOutcome<?> ending = call(CsiRpc.NODE_EXPAND_VOLUME, EXPAND);
        // Then
        rejected(ending, code);
    }
}
