package io.hawser.csi;

import static io.hawser.csi.CheckedRequests.MOUNT;
import static io.hawser.csi.CheckedRequests.breaks;
import static io.hawser.csi.CheckedRequests.create;
import static io.hawser.csi.CheckedRequests.passes;
import static io.hawser.csi.CheckedRequests.publish;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Message;
import io.hawser.csi.v1.CapacityRange;
import io.hawser.csi.v1.ControllerModifyVolumeRequest;
import io.hawser.csi.v1.CreateVolumeGroupSnapshotRequest;
import io.hawser.csi.v1.CreateVolumeRequest;
import io.hawser.csi.v1.DeleteVolumeGroupSnapshotRequest;
import io.hawser.csi.v1.NodePublishVolumeRequest;
import io.hawser.csi.v1.NodeStageVolumeRequest;
import io.hawser.csi.v1.Topology;
import io.hawser.csi.v1.TopologyRequirement;
import io.hawser.csi.v1.VolumeCapability;
import io.hawser.csi.v1.VolumeCapability.AccessMode.Mode;
import io.hawser.csi.v1.VolumeContentSource;
import io.hawser.v1.MountAccess;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The rules on what goes out, by the field that breaks them. */
class RequestCheckTest {
    @Test
    @DisplayName("Required fields of CreateVolume")
    void createNeedsNameAndCapabilities() {
        breaks(CsiRpc.CREATE_VOLUME, create().clearName().build(), "name");
        breaks(CsiRpc.CREATE_VOLUME, create().clearVolumeCapabilities().build(), "volume_capabilities");
        breaks(
                CsiRpc.CREATE_VOLUME,
                create().setVolumeCapabilities(0, MOUNT.toBuilder().clearMount())
                        .build(),
                "volume_capabilities[0].access_type");
        breaks(
                CsiRpc.CREATE_VOLUME,
                create().setVolumeCapabilities(0, MOUNT.toBuilder().clearAccessMode())
                        .build(),
                "volume_capabilities[0].access_mode");
        breaks(
                CsiRpc.CREATE_VOLUME,
                create().setVolumeCapabilities(
                                0,
                                MOUNT.toBuilder()
                                        .setAccessMode(VolumeCapability.AccessMode.newBuilder()
                                                .setModeValue(99)))
                        .build(),
                "volume_capabilities[0].access_mode");
        breaks(
                CsiRpc.CREATE_VOLUME,
                create().setVolumeContentSource(VolumeContentSource.newBuilder()
                                .setVolume(VolumeContentSource.VolumeSource.getDefaultInstance()))
                        .build(),
                "volume_content_source.volume.volume_id");
    }

    @Test
    @DisplayName("A capacity range says something, nothing negative, and a limit not below what is required")
    void capacityRangesMakeSense() {
        breaks(CsiRpc.CREATE_VOLUME, sized(0, 0), "capacity_range");
        breaks(CsiRpc.CREATE_VOLUME, sized(-1, 0), "capacity_range.required_bytes");
        breaks(CsiRpc.CREATE_VOLUME, sized(0, -1), "capacity_range.limit_bytes");
        breaks(CsiRpc.CREATE_VOLUME, sized(2, 1), "capacity_range.limit_bytes");
        passes(CsiRpc.CREATE_VOLUME, sized(1, 1));
        passes(CsiRpc.CREATE_VOLUME, sized(0, 1));
        passes(CsiRpc.CREATE_VOLUME, sized(1, 0));
    }

    private static CreateVolumeRequest sized(long required, long limit) {
        return create().setCapacityRange(
                        CapacityRange.newBuilder().setRequiredBytes(required).setLimitBytes(limit))
                .build();
    }

    @Test
    @DisplayName("Paths are absolute")
    void pathsAreAbsolute() {
        // Given
        NodePublishVolumeRequest.Builder publish = NodePublishVolumeRequest.newBuilder()
                .setVolumeId("id-1")
                .setVolumeCapability(MOUNT)
                .setTargetPath("/t");
        // Then
        passes(CsiRpc.NODE_PUBLISH_VOLUME, publish.build());
        breaks(
                CsiRpc.NODE_PUBLISH_VOLUME,
                publish.clone().setStagingTargetPath("s").build(),
                "staging_target_path");
        breaks(CsiRpc.NODE_PUBLISH_VOLUME, publish.clone().setTargetPath("t").build(), "target_path");
    }

    @Test
    @DisplayName("Modify names at least one parameter, groups at least one member")
    void listsAreNotEmpty() {
        breaks(
                CsiRpc.CONTROLLER_MODIFY_VOLUME,
                ControllerModifyVolumeRequest.newBuilder().setVolumeId("id-1").build(),
                "mutable_parameters");
        breaks(
                CsiRpc.CREATE_VOLUME_GROUP_SNAPSHOT,
                CreateVolumeGroupSnapshotRequest.newBuilder().setName("g").build(),
                "source_volume_ids");
        breaks(
                CsiRpc.DELETE_VOLUME_GROUP_SNAPSHOT,
                DeleteVolumeGroupSnapshotRequest.newBuilder()
                        .setGroupSnapshotId("g")
                        .addSnapshotIds("")
                        .build(),
                "snapshot_ids");
    }

    @Test
    @DisplayName("A plugin that stages has to be told the staging path when it publishes; another one has not")
    void aPluginThatStagesIsToldTheStagingPath() {
        // Given
        NodePublishVolumeRequest publish = NodePublishVolumeRequest.newBuilder()
                .setVolumeId("id-1")
                .setVolumeCapability(MOUNT)
                .setTargetPath("/t")
                .build();
        CapabilitySet stages = CapabilitySet.of(Set.of(), Set.of(), Set.of(1));
        // Then
        assertThat(CsiRpc.NODE_PUBLISH_VOLUME.check(publish, stages).map(Violation::field))
                .hasValue("staging_target_path");
        assertThat(CsiRpc.NODE_PUBLISH_VOLUME.check(
                        publish.toBuilder().setStagingTargetPath("/s").build(), stages))
                .isEmpty();
        assertThat(CsiRpc.NODE_PUBLISH_VOLUME.check(publish, CapabilitySet.of(Set.of(), Set.of(), Set.of())))
                .isEmpty();
    }

    @Test
    @DisplayName("Fields that need a capability are refused without it and pass with it")
    void fieldsThatNeedACapability() {
        // Given
        CapabilitySet all = CapabilitySet.of(Set.of(1, 2), Set.of(5, 7, 8, 13, 14), Set.of(1, 5, 6));
        Topology zone = Topology.newBuilder().putSegments("zone", "a").build();
        CreateVolumeRequest topology = create().setAccessibilityRequirements(
                        TopologyRequirement.newBuilder().addRequisite(zone))
                .build();
        CreateVolumeRequest mutable = create().putParametersMutable("iops", "1").build();
        CreateVolumeRequest snapshot = create().setVolumeContentSource(VolumeContentSource.newBuilder()
                        .setSnapshot(
                                VolumeContentSource.SnapshotSource.newBuilder().setSnapshotId("s")))
                .build();
        CreateVolumeRequest copy = create().setVolumeContentSource(VolumeContentSource.newBuilder()
                        .setVolume(VolumeContentSource.VolumeSource.newBuilder().setVolumeId("id-2")))
                .build();
        CreateVolumeRequest mode = create().setVolumeCapabilities(0, AccessModes.block(Mode.SINGLE_NODE_MULTI_WRITER))
                .build();
        // Then
        needs(CsiRpc.CREATE_VOLUME, topology, all, "accessibility_requirements");
        needs(CsiRpc.CREATE_VOLUME, mutable, all, "mutable_parameters");
        needs(CsiRpc.CREATE_VOLUME, snapshot, all, "volume_content_source.snapshot");
        needs(CsiRpc.CREATE_VOLUME, copy, all, "volume_content_source.volume");
        needs(CsiRpc.CREATE_VOLUME, mode, all, "volume_capabilities[0].access_mode");
        needs(CsiRpc.CONTROLLER_PUBLISH_VOLUME, publish().setReadonly(true).build(), all, "readonly");
        needs(
                CsiRpc.NODE_STAGE_VOLUME,
                NodeStageVolumeRequest.newBuilder()
                        .setVolumeCapability(AccessModes.mount(
                                Mode.SINGLE_NODE_WRITER,
                                MountAccess.newBuilder()
                                        .setVolumeMountGroup("1000")
                                        .build()))
                        .build(),
                all,
                "volume_capability.mount.volume_mount_group");
    }

    private static <Q extends Message> void needs(CsiRpc<Q, ?> rpc, Q request, CapabilitySet all, String field) {
        assertThat(rpc.check(request, CapabilitySet.NONE).map(Violation::field)).hasValue(field);
        assertThat(rpc.check(request, all)).isEmpty();
    }
}
