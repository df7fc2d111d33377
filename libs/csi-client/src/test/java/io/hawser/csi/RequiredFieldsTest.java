package io.hawser.csi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.google.protobuf.Message;
import io.hawser.csi.v1.*;
import io.hawser.csi.v1.VolumeCapability.AccessMode.Mode;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A request that lacks something goes nowhere; the same request with it passes. */
class RequiredFieldsTest {
    private static final VolumeCapability BLOCK = AccessModes.block(Mode.SINGLE_NODE_WRITER);
    private static final VolumeCapability NEWER = AccessModes.block(Mode.SINGLE_NODE_SINGLE_WRITER);
    private static final CapacityRange RANGE =
            CapacityRange.newBuilder().setRequiredBytes(1).build();
    private static final Topology LONG_ZONE =
            Topology.newBuilder().putSegments("zone", "z".repeat(64)).build();

    static Stream<Arguments> required() {
        return Stream.of(
                of(CsiRpc.DELETE_VOLUME, DeleteVolumeRequest.newBuilder(), "volume_id"),
                of(
                        CsiRpc.CONTROLLER_PUBLISH_VOLUME,
                        ControllerPublishVolumeRequest.newBuilder()
                                .setVolumeId("v")
                                .setVolumeCapability(BLOCK),
                        "node_id"),
                of(
                        CsiRpc.CONTROLLER_PUBLISH_VOLUME,
                        ControllerPublishVolumeRequest.newBuilder()
                                .setVolumeId("v")
                                .setNodeId("n"),
                        "volume_capability"),
                of(
                        CsiRpc.CONTROLLER_UNPUBLISH_VOLUME,
                        ControllerUnpublishVolumeRequest.newBuilder().setNodeId("n"),
                        "volume_id"),
                of(
                        CsiRpc.CONTROLLER_UNPUBLISH_VOLUME,
                        ControllerUnpublishVolumeRequest.newBuilder().setVolumeId("v"),
                        "node_id"),
                of(
                        CsiRpc.VALIDATE_VOLUME_CAPABILITIES,
                        ValidateVolumeCapabilitiesRequest.newBuilder().setVolumeId("v"),
                        "volume_capabilities"),
                of(CsiRpc.LIST_VOLUMES, ListVolumesRequest.newBuilder().setMaxEntries(-1), "max_entries"),
                of(CsiRpc.CONTROLLER_GET_VOLUME, ControllerGetVolumeRequest.newBuilder(), "volume_id"),
                of(
                        CsiRpc.CONTROLLER_EXPAND_VOLUME,
                        ControllerExpandVolumeRequest.newBuilder().setVolumeId("v"),
                        "capacity_range"),
                of(
                        CsiRpc.CONTROLLER_EXPAND_VOLUME,
                        ControllerExpandVolumeRequest.newBuilder()
                                .setVolumeId("v")
                                .setCapacityRange(RANGE)
                                .setVolumeCapability(VolumeCapability.getDefaultInstance()),
                        "volume_capability.access_type"),
                of(
                        CsiRpc.GET_CAPACITY,
                        GetCapacityRequest.newBuilder().addVolumeCapabilities(VolumeCapability.getDefaultInstance()),
                        "volume_capabilities[0].access_type"),
                of(
                        CsiRpc.GET_CAPACITY,
                        GetCapacityRequest.newBuilder().setAccessibleTopology(LONG_ZONE),
                        "accessible_topology.segments"),
                of(CsiRpc.CREATE_SNAPSHOT, CreateSnapshotRequest.newBuilder().setName("s"), "source_volume_id"),
                of(CsiRpc.CREATE_SNAPSHOT, CreateSnapshotRequest.newBuilder().setSourceVolumeId("v"), "name"),
                of(CsiRpc.DELETE_SNAPSHOT, DeleteSnapshotRequest.newBuilder(), "snapshot_id"),
                of(CsiRpc.LIST_SNAPSHOTS, ListSnapshotsRequest.newBuilder().setMaxEntries(-1), "max_entries"),
                of(CsiRpc.GET_SNAPSHOT, GetSnapshotRequest.newBuilder(), "snapshot_id"),
                of(
                        CsiRpc.GET_VOLUME_GROUP_SNAPSHOT,
                        GetVolumeGroupSnapshotRequest.newBuilder().addSnapshotIds("s"),
                        "group_snapshot_id"),
                of(
                        CsiRpc.NODE_UNSTAGE_VOLUME,
                        NodeUnstageVolumeRequest.newBuilder().setVolumeId("v").setStagingTargetPath("s"),
                        "staging_target_path"),
                of(
                        CsiRpc.NODE_UNPUBLISH_VOLUME,
                        NodeUnpublishVolumeRequest.newBuilder().setVolumeId("v").setTargetPath("t"),
                        "target_path"),
                of(
                        CsiRpc.NODE_GET_VOLUME_STATS,
                        NodeGetVolumeStatsRequest.newBuilder().setVolumePath("/p"),
                        "volume_id"),
                of(
                        CsiRpc.NODE_EXPAND_VOLUME,
                        NodeExpandVolumeRequest.newBuilder().setVolumeId("v"),
                        "volume_path"),
                of(
                        CsiRpc.NODE_EXPAND_VOLUME,
                        NodeExpandVolumeRequest.newBuilder()
                                .setVolumeId("v")
                                .setVolumePath("/p")
                                .setCapacityRange(CapacityRange.getDefaultInstance()),
                        "capacity_range"),
                of(
                        CsiRpc.NODE_EXPAND_VOLUME,
                        NodeExpandVolumeRequest.newBuilder()
                                .setVolumeId("v")
                                .setVolumePath("/p")
                                .setVolumeCapability(VolumeCapability.getDefaultInstance()),
                        "volume_capability.access_type"));
    }

    static Stream<Arguments> whole() {
        return Stream.of(
                of(CsiRpc.DELETE_VOLUME, DeleteVolumeRequest.newBuilder().setVolumeId("v"), ""),
                of(
                        CsiRpc.CONTROLLER_UNPUBLISH_VOLUME,
                        ControllerUnpublishVolumeRequest.newBuilder()
                                .setVolumeId("v")
                                .setNodeId("n"),
                        ""),
                of(
                        CsiRpc.CONTROLLER_EXPAND_VOLUME,
                        ControllerExpandVolumeRequest.newBuilder()
                                .setVolumeId("v")
                                .setCapacityRange(RANGE),
                        ""),
                of(CsiRpc.GET_CAPACITY, GetCapacityRequest.newBuilder(), ""),
                of(
                        CsiRpc.NODE_EXPAND_VOLUME,
                        NodeExpandVolumeRequest.newBuilder().setVolumeId("v").setVolumePath("/p"),
                        ""));
    }

    /** What may be said only to a plugin that can do it. */
    static Stream<Arguments> gated() {
        return Stream.of(
                of(
                        CsiRpc.VALIDATE_VOLUME_CAPABILITIES,
                        ValidateVolumeCapabilitiesRequest.newBuilder().putParametersMutable("iops", "1"),
                        "mutable_parameters"),
                of(
                        CsiRpc.VALIDATE_VOLUME_CAPABILITIES,
                        ValidateVolumeCapabilitiesRequest.newBuilder().addVolumeCapabilities(NEWER),
                        "volume_capabilities[0].access_mode"),
                of(
                        CsiRpc.GET_CAPACITY,
                        GetCapacityRequest.newBuilder().setAccessibleTopology(Topology.getDefaultInstance()),
                        "accessible_topology"),
                of(
                        CsiRpc.CONTROLLER_PUBLISH_VOLUME,
                        ControllerPublishVolumeRequest.newBuilder().setVolumeCapability(NEWER),
                        "volume_capability.access_mode"),
                of(
                        CsiRpc.NODE_PUBLISH_VOLUME,
                        NodePublishVolumeRequest.newBuilder()
                                .setStagingTargetPath("/s")
                                .setVolumeCapability(NEWER),
                        "volume_capability.access_mode"));
    }

    @ParameterizedTest
    @DisplayName("The field that is missing or wrong is named")
    @MethodSource("required")
    <Q extends Message> void isNamed(CsiRpc<Q, ?> rpc, Q request, String field) {
        assertThat(rpc.check(request).map(Violation::field)).hasValue(field);
    }

    @ParameterizedTest
    @DisplayName("What is optional may be missing")
    @MethodSource("whole")
    <Q extends Message> void passes(CsiRpc<Q, ?> rpc, Q request, String ignored) {
        assertThat(rpc.check(request)).isEmpty();
    }

    @ParameterizedTest
    @DisplayName("A field that needs a capability is refused without it and passes with it")
    @MethodSource("gated")
    <Q extends Message> void needsACapability(CsiRpc<Q, ?> rpc, Q request, String field) {
        CapabilitySet all = CapabilitySet.of(Set.of(2), Set.of(13, 14), Set.of(1, 5));
        assertThat(rpc.check(request, CapabilitySet.NONE).map(Violation::field)).hasValue(field);
        assertThat(rpc.check(request, all)).isEmpty();
    }

    private static Arguments of(CsiRpc<?, ?> rpc, Message.Builder request, String field) {
        return arguments(rpc, request.build(), field);
    }
}
