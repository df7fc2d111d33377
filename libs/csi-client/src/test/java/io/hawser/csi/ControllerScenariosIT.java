package io.hawser.csi;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.Status;
import io.hawser.csi.v1.CapacityRange;
import io.hawser.csi.v1.ControllerExpandVolumeRequest;
import io.hawser.csi.v1.ControllerExpandVolumeResponse;
import io.hawser.csi.v1.ControllerPublishVolumeRequest;
import io.hawser.csi.v1.ControllerPublishVolumeResponse;
import io.hawser.csi.v1.ControllerUnpublishVolumeRequest;
import io.hawser.csi.v1.ControllerUnpublishVolumeResponse;
import io.hawser.csi.v1.CreateVolumeRequest;
import io.hawser.csi.v1.CreateVolumeResponse;
import io.hawser.csi.v1.DeleteVolumeRequest;
import io.hawser.csi.v1.DeleteVolumeResponse;
import io.hawser.csi.v1.ListVolumesRequest;
import io.hawser.csi.v1.ListVolumesResponse;
import io.hawser.csi.v1.Topology;
import io.hawser.csi.v1.TopologyRequirement;
import io.hawser.csi.v1.ValidateVolumeCapabilitiesRequest;
import io.hawser.csi.v1.ValidateVolumeCapabilitiesResponse;
import io.hawser.csi.v1.Volume;
import io.hawser.csi.v1.VolumeContentSource;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Calls to the Controller service. */
class ControllerScenariosIT extends PluginFixture {

    private static final ControllerPublishVolumeRequest PUBLISH = ControllerPublishVolumeRequest.newBuilder()
            .setVolumeId("id-1")
            .setNodeId("n-1")
            .setVolumeCapability(MOUNT)
            .build();
    private static final ControllerUnpublishVolumeRequest UNPUBLISH = ControllerUnpublishVolumeRequest.newBuilder()
            .setVolumeId("id-1")
            .setNodeId("n-1")
            .build();
    private static final CreateVolumeRequest CREATE = CreateVolumeRequest.newBuilder()
            .setName("v-1")
            .addVolumeCapabilities(MOUNT)
            .build();
    private static final ControllerExpandVolumeRequest EXPAND = ControllerExpandVolumeRequest.newBuilder()
            .setVolumeId("id-1")
            .setCapacityRange(CapacityRange.newBuilder().setRequiredBytes(10).setLimitBytes(20))
            .setVolumeCapability(MOUNT)
            .putSecrets("key", "value")
            .build();

    @Test
    @Tag("nomad-69")
    @DisplayName("Publish: INTERNAL is uncertain, with the plugin's words")
    void publishInternal() {
        // Given
        plugin.fail(CsiRpc.CONTROLLER_PUBLISH_VOLUME, Status.INTERNAL.withDescription("see\nmy log\n"));
        // When
        RpcOutcome<ControllerPublishVolumeResponse> ending = call(CsiRpc.CONTROLLER_PUBLISH_VOLUME, PUBLISH);
        // Then
        uncertain(ending, CsiCode.INTERNAL, RpcOutcome.Origin.PLUGIN);
        assertThat(ending.toString()).contains("ControllerPublishVolume", "see my log");
    }

    @Test
    @Tag("nomad-70")
    @DisplayName("Publish without a node id is refused here")
    void publishWithoutNode() {
        // When
        RpcOutcome<?> ending = call(
                CsiRpc.CONTROLLER_PUBLISH_VOLUME,
                PUBLISH.toBuilder().clearNodeId().build());
        // Then
        refusedHere(ending, "node_id");
        assertThat(plugin.asked()).isEmpty();
    }

    @Test
    @Tag("nomad-71")
    @DisplayName("Publish: no publish context is fine")
    void publishWithoutContext() {
        // Given
        plugin.answer(CsiRpc.CONTROLLER_PUBLISH_VOLUME, ControllerPublishVolumeResponse.getDefaultInstance());
        // When
        RpcOutcome<ControllerPublishVolumeResponse> ending = call(CsiRpc.CONTROLLER_PUBLISH_VOLUME, PUBLISH);
        // Then
        assertThat(done(ending).getPublishContextMap()).isEmpty();
    }

    @Test
    @Tag("nomad-72")
    @DisplayName("Publish: the publish context comes back as the plugin gave it")
    void publishWithContext() {
        // Given
        plugin.answer(
                CsiRpc.CONTROLLER_PUBLISH_VOLUME,
                ControllerPublishVolumeResponse.newBuilder()
                        .putPublishContext("device", "/dev/vdb")
                        .build());
        // When
        RpcOutcome<ControllerPublishVolumeResponse> ending = call(CsiRpc.CONTROLLER_PUBLISH_VOLUME, PUBLISH);
        // Then
        assertThat(done(ending).getPublishContextMap()).containsEntry("device", "/dev/vdb");
        assertThat(plugin.lastRequest(CsiRpc.CONTROLLER_PUBLISH_VOLUME)).isEqualTo(PUBLISH);
    }

    @Test
    @Tag("nomad-73")
    @DisplayName("Unpublish: INTERNAL is uncertain")
    void unpublishInternal() {
        // Given
        plugin.fail(CsiRpc.CONTROLLER_UNPUBLISH_VOLUME, Status.INTERNAL);
        // When
        RpcOutcome<?> ending = call(CsiRpc.CONTROLLER_UNPUBLISH_VOLUME, UNPUBLISH);
        // Then
        uncertain(ending, CsiCode.INTERNAL, RpcOutcome.Origin.PLUGIN);
    }

    @Test
    @Tag("nomad-74")
    @DisplayName("Unpublish without a node id is refused here: it would mean every node")
    void unpublishWithoutNode() {
        // When
        RpcOutcome<?> ending = call(
                CsiRpc.CONTROLLER_UNPUBLISH_VOLUME,
                UNPUBLISH.toBuilder().clearNodeId().build());
        // Then
        refusedHere(ending, "node_id");
        assertThat(plugin.asked()).isEmpty();
    }

    @Test
    @Tag("nomad-75")
    @DisplayName("Unpublish done")
    void unpublishDone() {
        // Given
        plugin.answer(CsiRpc.CONTROLLER_UNPUBLISH_VOLUME, ControllerUnpublishVolumeResponse.getDefaultInstance());
        // When
        RpcOutcome<?> ending = call(CsiRpc.CONTROLLER_UNPUBLISH_VOLUME, UNPUBLISH);
        // Then
        done(ending);
    }

    @Test
    @Tag("nomad-76")
    @DisplayName("Validate: INTERNAL is uncertain")
    void validateInternal() {
        // Given
        plugin.fail(CsiRpc.VALIDATE_VOLUME_CAPABILITIES, Status.INTERNAL);
        // When
        RpcOutcome<ValidateVolumeCapabilitiesResponse> ending = call(
                CsiRpc.VALIDATE_VOLUME_CAPABILITIES,
                ValidateVolumeCapabilitiesRequest.newBuilder()
                        .setVolumeId("id-1")
                        .addVolumeCapabilities(MOUNT)
                        .build());
        // Then
        uncertain(ending, CsiCode.INTERNAL, RpcOutcome.Origin.PLUGIN);
    }

    @Test
    @Tag("nomad-85")
    @DisplayName("Create: INTERNAL is uncertain: a volume may be there")
    void createInternal() {
        // Given
        plugin.fail(CsiRpc.CREATE_VOLUME, Status.INTERNAL);
        // When
        RpcOutcome<CreateVolumeResponse> ending = call(CsiRpc.CREATE_VOLUME, CREATE);
        // Then
        uncertain(ending, CsiCode.INTERNAL, RpcOutcome.Origin.PLUGIN);
    }

    @Test
    @Tag("nomad-86")
    @DisplayName("Create with a limit below the required size is refused here")
    void createWithLimitBelowRequired() {
        // When
        RpcOutcome<CreateVolumeResponse> ending = call(
                CsiRpc.CREATE_VOLUME,
                CREATE.toBuilder()
                        .setCapacityRange(
                                CapacityRange.newBuilder().setRequiredBytes(2).setLimitBytes(1))
                        .build());
        // Then
        refusedHere(ending, "capacity_range.limit_bytes");
    }

    @Test
    @Tag("nomad-87")
    @DisplayName("Create from a snapshot and a volume at once cannot be said; from neither is refused here")
    void createFromNoSource() {
        // Given
        int alternatives =
                VolumeContentSource.getDescriptor().getOneofs().getFirst().getFieldCount();
        // When
        RpcOutcome<CreateVolumeResponse> ending = call(
                CsiRpc.CREATE_VOLUME,
                CREATE.toBuilder()
                        .setVolumeContentSource(VolumeContentSource.getDefaultInstance())
                        .build());
        // Then
        assertThat(alternatives).isEqualTo(2);
        refusedHere(ending, "volume_content_source");
    }

    @Test
    @Tag("nomad-88")
    @DisplayName("Create answered OK with nothing in it: uncertain here, since the volume's id is required")
    void createAnsweredWithNothing() {
        // Given
        plugin.answer(CsiRpc.CREATE_VOLUME, CreateVolumeResponse.getDefaultInstance());
        // When
        RpcOutcome<CreateVolumeResponse> ending = call(CsiRpc.CREATE_VOLUME, CREATE);
        // Then
        uncertain(ending, CsiCode.INTERNAL, RpcOutcome.Origin.CLIENT);
    }

    @Test
    @Tag("nomad-89")
    @DisplayName("Create with size, snapshot and topology arrives as asked and comes back as answered")
    void createInFull() {
        // Given
        Topology zone =
                Topology.newBuilder().putSegments("example.com/zone", "z1").build();
        CreateVolumeRequest asked = CREATE.toBuilder()
                .setCapacityRange(CapacityRange.newBuilder().setRequiredBytes(1).setLimitBytes(2))
                .setVolumeContentSource(VolumeContentSource.newBuilder()
                        .setSnapshot(
                                VolumeContentSource.SnapshotSource.newBuilder().setSnapshotId("s-1")))
                .setAccessibilityRequirements(
                        TopologyRequirement.newBuilder().addRequisite(zone).addPreferred(zone))
                .build();
        CreateVolumeResponse answer = CreateVolumeResponse.newBuilder()
                .setVolume(Volume.newBuilder()
                        .setVolumeId("id-1")
                        .setCapacityBytes(2)
                        .putVolumeContext("pool", "a")
                        .addAccessibleTopology(zone))
                .build();
        plugin.answer(CsiRpc.CREATE_VOLUME, answer);
        // When
        RpcOutcome<CreateVolumeResponse> ending = call(CsiRpc.CREATE_VOLUME, asked);
        // Then
        assertThat(done(ending)).isEqualTo(answer);
        assertThat(plugin.lastRequest(CsiRpc.CREATE_VOLUME)).isEqualTo(asked);
    }

    @Test
    @Tag("nomad-90")
    @DisplayName("Delete: INTERNAL is uncertain")
    void deleteInternal() {
        // Given
        plugin.fail(CsiRpc.DELETE_VOLUME, Status.INTERNAL);
        // When
        RpcOutcome<?> ending = call(
                CsiRpc.DELETE_VOLUME,
                DeleteVolumeRequest.newBuilder().setVolumeId("id-1").build());
        // Then
        uncertain(ending, CsiCode.INTERNAL, RpcOutcome.Origin.PLUGIN);
    }

    @Test
    @Tag("nomad-91")
    @DisplayName("Delete without an id is refused here")
    void deleteWithoutId() {
        // When
        RpcOutcome<?> ending = call(CsiRpc.DELETE_VOLUME, DeleteVolumeRequest.getDefaultInstance());
        // Then
        refusedHere(ending, "volume_id");
        assertThat(plugin.asked()).isEmpty();
    }

    @Test
    @Tag("nomad-92")
    @DisplayName("Delete done, with the secrets that it needs")
    void deleteDone() {
        // Given
        plugin.answer(CsiRpc.DELETE_VOLUME, DeleteVolumeResponse.getDefaultInstance());
        // When
        RpcOutcome<?> ending = call(
                CsiRpc.DELETE_VOLUME,
                DeleteVolumeRequest.newBuilder()
                        .setVolumeId("id-1")
                        .putSecrets("key", "value")
                        .build());
        // Then
        done(ending);
        assertThat(plugin.lastRequest(CsiRpc.DELETE_VOLUME).getSecretsMap()).containsEntry("key", "value");
    }

    @Test
    @Tag("nomad-93")
    @DisplayName("List: INTERNAL is uncertain")
    void listInternal() {
        // Given
        plugin.fail(CsiRpc.LIST_VOLUMES, Status.INTERNAL);
        // When
        RpcOutcome<?> ending = call(CsiRpc.LIST_VOLUMES, ListVolumesRequest.getDefaultInstance());
        // Then
        uncertain(ending, CsiCode.INTERNAL, RpcOutcome.Origin.PLUGIN);
    }

    @Test
    @Tag("nomad-94")
    @DisplayName("List with a negative page size is refused here")
    void listWithNegativePage() {
        // When
        RpcOutcome<?> ending = call(
                CsiRpc.LIST_VOLUMES,
                ListVolumesRequest.newBuilder().setMaxEntries(-1).build());
        // Then
        refusedHere(ending, "max_entries");
    }

    @Test
    @Tag("nomad-95")
    @DisplayName("List: entries and the next token come back")
    void listDone() {
        // Given
        ListVolumesResponse page = ListVolumesResponse.newBuilder()
                .addEntries(ListVolumesResponse.Entry.newBuilder()
                        .setVolume(Volume.newBuilder().setVolumeId("id-1"))
                        .setStatus(ListVolumesResponse.VolumeStatus.newBuilder().addPublishedNodeIds("n-1")))
                .setNextToken("2")
                .build();
        plugin.answer(CsiRpc.LIST_VOLUMES, page);
        // When
        RpcOutcome<ListVolumesResponse> ending = call(CsiRpc.LIST_VOLUMES, ListVolumesRequest.getDefaultInstance());
        // Then
        assertThat(done(ending)).isEqualTo(page);
    }

    @Test
    @Tag("nomad-105")
    @DisplayName("Expand arrives as asked, secrets included")
    void expandInFull() {
        // Given
        plugin.answer(
                CsiRpc.CONTROLLER_EXPAND_VOLUME,
                ControllerExpandVolumeResponse.newBuilder()
                        .setCapacityBytes(15)
                        .setNodeExpansionRequired(true)
                        .build());
        // When
        RpcOutcome<ControllerExpandVolumeResponse> ending = call(CsiRpc.CONTROLLER_EXPAND_VOLUME, EXPAND);
        // Then
        assertThat(done(ending).getNodeExpansionRequired()).isTrue();
        assertThat(plugin.lastRequest(CsiRpc.CONTROLLER_EXPAND_VOLUME)).isEqualTo(EXPAND);
    }

    @Test
    @Tag("nomad-106")
    @DisplayName("Expand with only a lower bound")
    void expandWithOnlyRequired() {
        // Given
        plugin.answer(CsiRpc.CONTROLLER_EXPAND_VOLUME, ControllerExpandVolumeResponse.getDefaultInstance());
        // When
        RpcOutcome<?> ending = call(
                CsiRpc.CONTROLLER_EXPAND_VOLUME,
                EXPAND.toBuilder()
                        .setCapacityRange(CapacityRange.newBuilder().setRequiredBytes(10))
                        .build());
        // Then
        done(ending);
    }

    @Test
    @Tag("nomad-107")
    @DisplayName("Expand without an id is refused here")
    void expandWithoutId() {
        // When
        RpcOutcome<?> ending = call(
                CsiRpc.CONTROLLER_EXPAND_VOLUME,
                EXPAND.toBuilder().clearVolumeId().build());
        // Then
        refusedHere(ending, "volume_id");
    }

    @Test
    @Tag("nomad-108")
    @DisplayName("Expand without a size is refused here")
    void expandWithoutSize() {
        // When
        RpcOutcome<?> ending = call(
                CsiRpc.CONTROLLER_EXPAND_VOLUME,
                EXPAND.toBuilder().clearCapacityRange().build());
        // Then
        refusedHere(ending, "capacity_range");
    }

    @Test
    @Tag("nomad-109")
    @DisplayName("Expand with a limit below the required size is refused here")
    void expandWithLimitBelowRequired() {
        // When
        RpcOutcome<?> ending = call(
                CsiRpc.CONTROLLER_EXPAND_VOLUME,
                EXPAND.toBuilder()
                        .setCapacityRange(
                                CapacityRange.newBuilder().setRequiredBytes(2).setLimitBytes(1))
                        .build());
        // Then
        refusedHere(ending, "capacity_range.limit_bytes");
    }

    @ParameterizedTest
    @Tag("nomad-110")
    @Tag("nomad-111")
    @Tag("nomad-112")
    @Tag("nomad-113")
    @DisplayName("Expand: INVALID_ARGUMENT, NOT_FOUND, FAILED_PRECONDITION and OUT_OF_RANGE are final")
    @EnumSource(names = {"INVALID_ARGUMENT", "NOT_FOUND", "FAILED_PRECONDITION", "OUT_OF_RANGE"})
    void expandFinal(CsiCode code) {
        // Given
        plugin.fail(CsiRpc.CONTROLLER_EXPAND_VOLUME, Status.fromCodeValue(code.number()));
        // When
        RpcOutcome<?> ending = call(CsiRpc.CONTROLLER_EXPAND_VOLUME, EXPAND);
        // Then
        rejected(ending, code);
    }

    @ParameterizedTest
    @Tag("nomad-114")
    @Tag("nomad-115")
    @DisplayName("Expand: INTERNAL and any other code are uncertain")
    @EnumSource(names = {"INTERNAL", "DATA_LOSS"})
    void expandUncertain(CsiCode code) {
        // Given
        plugin.fail(CsiRpc.CONTROLLER_EXPAND_VOLUME, Status.fromCodeValue(code.number()));
        // When
        RpcOutcome<?> ending = call(CsiRpc.CONTROLLER_EXPAND_VOLUME, EXPAND);
        // Then
        uncertain(ending, code, RpcOutcome.Origin.PLUGIN);
    }
}
