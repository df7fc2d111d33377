package io.hawser.csi;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Message;
import io.hawser.csi.v1.CapacityRange;
import io.hawser.csi.v1.ControllerModifyVolumeRequest;
import io.hawser.csi.v1.ControllerPublishVolumeRequest;
import io.hawser.csi.v1.CreateVolumeGroupSnapshotRequest;
import io.hawser.csi.v1.CreateVolumeRequest;
import io.hawser.csi.v1.CreateVolumeResponse;
import io.hawser.csi.v1.DeleteVolumeGroupSnapshotRequest;
import io.hawser.csi.v1.NodePublishVolumeRequest;
import io.hawser.csi.v1.NodeStageVolumeRequest;
import io.hawser.csi.v1.Topology;
import io.hawser.csi.v1.TopologyRequirement;
import io.hawser.csi.v1.VolumeCapability;
import io.hawser.csi.v1.VolumeCapability.AccessMode.Mode;
import io.hawser.csi.v1.VolumeContentSource;
import io.hawser.v1.MountAccess;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The rules on what goes out, by the field that breaks them. */
class RequestCheckTest {

    private static final VolumeCapability MOUNT =
            AccessModes.mount(Mode.SINGLE_NODE_WRITER, MountAccess.getDefaultInstance());

    private static CreateVolumeRequest.Builder create() {
        return CreateVolumeRequest.newBuilder().setName("v-1").addVolumeCapabilities(MOUNT);
    }

    private static ControllerPublishVolumeRequest.Builder publish() {
        return ControllerPublishVolumeRequest.newBuilder()
                .setVolumeId("id-1")
                .setNodeId("n-1")
                .setVolumeCapability(MOUNT);
    }

    private static <Q extends Message> void breaks(CsiRpc<Q, ?> rpc, Q request, String field) {
        assertThat(rpc.check(request).map(Violation::field)).hasValue(field);
    }

    private static <Q extends Message> void passes(CsiRpc<Q, ?> rpc, Q request) {
        assertThat(rpc.check(request)).isEmpty();
    }

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
    @DisplayName("Preferred topologies are among the requisite ones; keys that differ in case are one key")
    void topologiesMakeSense() {
        // Given
        Topology a = Topology.newBuilder().putSegments("x/zone", "a").build();
        Topology b = Topology.newBuilder().putSegments("x/zone", "b").build();
        Topology twice = Topology.newBuilder()
                .putSegments("Zone", "a")
                .putSegments("zone", "a")
                .build();
        // Then
        passes(
                CsiRpc.CREATE_VOLUME,
                within(TopologyRequirement.newBuilder()
                        .addRequisite(a)
                        .addRequisite(b)
                        .addPreferred(b)));
        passes(CsiRpc.CREATE_VOLUME, within(TopologyRequirement.newBuilder().addPreferred(b)));
        breaks(
                CsiRpc.CREATE_VOLUME,
                within(TopologyRequirement.newBuilder().addRequisite(a).addPreferred(b)),
                "accessibility_requirements.preferred");
        breaks(CsiRpc.CREATE_VOLUME, within(TopologyRequirement.newBuilder()), "accessibility_requirements");
        breaks(
                CsiRpc.CREATE_VOLUME,
                within(TopologyRequirement.newBuilder().addRequisite(twice)),
                "accessibility_requirements.requisite[0].segments");
        breaks(
                CsiRpc.CREATE_VOLUME,
                within(TopologyRequirement.newBuilder()
                        .addRequisite(Topology.newBuilder().putSegments("zone", "z".repeat(64)))),
                "accessibility_requirements.requisite[0].segments");
    }

    @Test
    @DisplayName("A key's prefix and name and a value have at most 63 characters each, and a prefix is not empty")
    void segmentsHaveALength() {
        for (String fits : new String[] {"z".repeat(63), "p".repeat(63) + "/z"}) {
            passes(CsiRpc.CREATE_VOLUME, within(preferred(fits, "v".repeat(63))));
        }
        for (String key : new String[] {"z".repeat(64), "p".repeat(64) + "/z", "/z", "p/"}) {
            breaks(
                    CsiRpc.CREATE_VOLUME,
                    within(preferred(key, "v")),
                    "accessibility_requirements.preferred[0].segments");
        }
    }

    private static TopologyRequirement.Builder preferred(String key, String value) {
        return TopologyRequirement.newBuilder()
                .addPreferred(Topology.newBuilder().putSegments(key, value));
    }

    @Test
    @DisplayName("A required text holds no NUL, not even at its beginning")
    void noTextHoldsNul() {
        breaks(CsiRpc.CONTROLLER_PUBLISH_VOLUME, publish().setNodeId("\0").build(), "node_id");
        breaks(CsiRpc.CONTROLLER_PUBLISH_VOLUME, publish().setVolumeId("v\0").build(), "volume_id");
    }

    private static CreateVolumeRequest within(TopologyRequirement.Builder wanted) {
        return create().setAccessibilityRequirements(wanted).build();
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
        CreateVolumeRequest topology = within(TopologyRequirement.newBuilder().addRequisite(zone));
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
