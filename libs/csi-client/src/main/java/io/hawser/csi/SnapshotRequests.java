package io.hawser.csi;

import io.hawser.csi.v1.CreateSnapshotRequest;
import io.hawser.csi.v1.CreateVolumeGroupSnapshotRequest;
import io.hawser.csi.v1.DeleteSnapshotRequest;
import io.hawser.csi.v1.DeleteVolumeGroupSnapshotRequest;
import io.hawser.csi.v1.GetSnapshotRequest;
import io.hawser.csi.v1.GetVolumeGroupSnapshotRequest;
import io.hawser.csi.v1.ListSnapshotsRequest;
import java.util.List;
import java.util.Optional;

/** Rules for the requests about snapshots and groups of snapshots. */
final class SnapshotRequests {

    private SnapshotRequests() {}

    static Optional<Violation> create(CreateSnapshotRequest request) {
        return Check.of(request)
                .present("source_volume_id", request.getSourceVolumeId())
                .name("name", request.getName())
                .end();
    }

    static Optional<Violation> delete(DeleteSnapshotRequest request) {
        return Check.of(request).present("snapshot_id", request.getSnapshotId()).end();
    }

    static Optional<Violation> list(ListSnapshotsRequest request) {
        return Check.of(request)
                .notNegative("max_entries", request.getMaxEntries())
                .end();
    }

    static Optional<Violation> get(GetSnapshotRequest request) {
        return Check.of(request).present("snapshot_id", request.getSnapshotId()).end();
    }

    static Optional<Violation> createGroup(CreateVolumeGroupSnapshotRequest request) {
        Check check = Check.of(request).name("name", request.getName());
        return ids(check, "source_volume_ids", request.getSourceVolumeIdsList()).end();
    }

    static Optional<Violation> deleteGroup(DeleteVolumeGroupSnapshotRequest request) {
        Check check = Check.of(request).present("group_snapshot_id", request.getGroupSnapshotId());
        return ids(check, "snapshot_ids", request.getSnapshotIdsList()).end();
    }

    static Optional<Violation> getGroup(GetVolumeGroupSnapshotRequest request) {
        Check check = Check.of(request).present("group_snapshot_id", request.getGroupSnapshotId());
        return ids(check, "snapshot_ids", request.getSnapshotIdsList()).end();
    }

    private static Check ids(Check check, String field, List<String> ids) {
        return check.that(!ids.isEmpty(), field, "is required")
                .that(ids.stream().noneMatch(String::isEmpty), field, "must not hold an empty id");
    }
}
