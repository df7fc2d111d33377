package io.hawser.csi;

import static io.hawser.csi.OneVolume.CREATE;
import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.Status;
import io.hawser.csi.v1.CapacityRange;
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

/** Calls that create, validate, list and delete volumes. */
class ControllerVolumeScenariosIT extends PluginFixture {
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
    @DisplayName("No request can name both a snapshot and a volume as source; one that names neither is refused here")
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
        assertThat(ending.toString()).contains("volume");
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
}
