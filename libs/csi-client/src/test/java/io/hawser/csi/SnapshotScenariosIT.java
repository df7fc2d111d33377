package io.hawser.csi;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Timestamp;
import io.grpc.Status;
import io.hawser.csi.v1.CreateSnapshotRequest;
import io.hawser.csi.v1.CreateSnapshotResponse;
import io.hawser.csi.v1.DeleteSnapshotRequest;
import io.hawser.csi.v1.DeleteSnapshotResponse;
import io.hawser.csi.v1.ListSnapshotsRequest;
import io.hawser.csi.v1.ListSnapshotsResponse;
import io.hawser.csi.v1.Snapshot;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Calls about snapshots, which no service makes yet: what the catalogue promises for them. */
class SnapshotScenariosIT extends PluginFixture {

    private static final CreateSnapshotRequest CREATE = CreateSnapshotRequest.newBuilder()
            .setName("s-1")
            .setSourceVolumeId("id-1")
            .build();
    private static final DeleteSnapshotRequest DELETE =
            DeleteSnapshotRequest.newBuilder().setSnapshotId("s-1").build();
    private static final Snapshot SNAPSHOT = Snapshot.newBuilder()
            .setSnapshotId("s-1")
            .setSourceVolumeId("id-1")
            .setCreationTime(Timestamp.newBuilder().setSeconds(1_700_000_000))
            .setReadyToUse(true)
            .build();

    @Test
    @Tag("nomad-96")
    @DisplayName("Create: INTERNAL is uncertain")
    void createInternal() {
        // Given
        plugin.fail(CsiRpc.CREATE_SNAPSHOT, Status.INTERNAL);
        // When
        RpcOutcome<?> ending = call(CsiRpc.CREATE_SNAPSHOT, CREATE);
        // Then
        uncertain(ending, CsiCode.INTERNAL, RpcOutcome.Origin.PLUGIN);
    }

    @Test
    @Tag("nomad-97")
    @DisplayName("Create without a source volume is refused here")
    void createWithoutVolume() {
        // When
        RpcOutcome<?> ending = call(
                CsiRpc.CREATE_SNAPSHOT, CREATE.toBuilder().clearSourceVolumeId().build());
        // Then
        refusedHere(ending, "source_volume_id");
    }

    @Test
    @Tag("nomad-98")
    @DisplayName("Create done: the time of the cut comes back to the second")
    void createDone() {
        // Given
        plugin.answer(
                CsiRpc.CREATE_SNAPSHOT,
                CreateSnapshotResponse.newBuilder().setSnapshot(SNAPSHOT).build());
        // When
        RpcOutcome<CreateSnapshotResponse> ending = call(CsiRpc.CREATE_SNAPSHOT, CREATE);
        // Then
        assertThat(done(ending).getSnapshot().getCreationTime().getSeconds()).isEqualTo(1_700_000_000);
    }

    @Test
    @Tag("nomad-99")
    @DisplayName("Delete: INTERNAL is uncertain")
    void deleteInternal() {
        // Given
        plugin.fail(CsiRpc.DELETE_SNAPSHOT, Status.INTERNAL);
        // When
        RpcOutcome<?> ending = call(CsiRpc.DELETE_SNAPSHOT, DELETE);
        // Then
        uncertain(ending, CsiCode.INTERNAL, RpcOutcome.Origin.PLUGIN);
    }

    @Test
    @Tag("nomad-100")
    @DisplayName("Delete without an id is refused here")
    void deleteWithoutId() {
        // When
        RpcOutcome<?> ending = call(CsiRpc.DELETE_SNAPSHOT, DeleteSnapshotRequest.getDefaultInstance());
        // Then
        refusedHere(ending, "snapshot_id");
    }

    @Test
    @Tag("nomad-101")
    @DisplayName("Delete done")
    void deleteDone() {
        // Given
        plugin.answer(CsiRpc.DELETE_SNAPSHOT, DeleteSnapshotResponse.getDefaultInstance());
        // When
        RpcOutcome<?> ending = call(CsiRpc.DELETE_SNAPSHOT, DELETE);
        // Then
        done(ending);
    }

    @Test
    @Tag("nomad-102")
    @DisplayName("List: INTERNAL is uncertain")
    void listInternal() {
        // Given
        plugin.fail(CsiRpc.LIST_SNAPSHOTS, Status.INTERNAL);
        // When
        RpcOutcome<?> ending = call(CsiRpc.LIST_SNAPSHOTS, ListSnapshotsRequest.getDefaultInstance());
        // Then
        uncertain(ending, CsiCode.INTERNAL, RpcOutcome.Origin.PLUGIN);
    }

    @Test
    @Tag("nomad-103")
    @DisplayName("List with a negative page size is refused here")
    void listWithNegativePage() {
        // When
        RpcOutcome<?> ending = call(
                CsiRpc.LIST_SNAPSHOTS,
                ListSnapshotsRequest.newBuilder().setMaxEntries(-1).build());
        // Then
        refusedHere(ending, "max_entries");
    }

    @Test
    @Tag("nomad-104")
    @DisplayName("List done")
    void listDone() {
        // Given
        plugin.answer(
                CsiRpc.LIST_SNAPSHOTS,
                ListSnapshotsResponse.newBuilder()
                        .addEntries(ListSnapshotsResponse.Entry.newBuilder().setSnapshot(SNAPSHOT))
                        .build());
        // When
        RpcOutcome<ListSnapshotsResponse> ending =
                call(CsiRpc.LIST_SNAPSHOTS, ListSnapshotsRequest.getDefaultInstance());
        // Then
        assertThat(done(ending).getEntries(0).getSnapshot()).isEqualTo(SNAPSHOT);
    }
}
