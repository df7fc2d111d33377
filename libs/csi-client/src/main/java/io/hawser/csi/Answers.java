package io.hawser.csi;

import io.hawser.csi.v1.ControllerGetVolumeResponse;
import io.hawser.csi.v1.ControllerPublishVolumeResponse;
import io.hawser.csi.v1.CreateSnapshotResponse;
import io.hawser.csi.v1.CreateVolumeGroupSnapshotResponse;
import io.hawser.csi.v1.CreateVolumeResponse;
import io.hawser.csi.v1.GetPluginInfoResponse;
import io.hawser.csi.v1.GetSnapshotResponse;
import io.hawser.csi.v1.GetVolumeGroupSnapshotResponse;
import io.hawser.csi.v1.ListVolumesResponse;
import io.hawser.csi.v1.NodeGetInfoResponse;
import io.hawser.csi.v1.Snapshot;
import io.hawser.csi.v1.VolumeGroupSnapshot;
import io.hawser.message.NameRules;
import java.util.Optional;

/**
 * What a plugin's answer must contain to be used. Values that are stored and sent back later must keep the size limits,
 * so that the client accepts nothing that it could not send again.
 */
final class Answers {

    /**
     * The most capabilities of one service: CSI 1.12 defines fewer than twenty. The limit is there because fingerprints
     * and plugins' records repeat them all.
     */
    private static final int MOST_CAPABILITIES = 64;

    private Answers() {}

    /** The manifest may be of any size: it is stored nowhere. */
    static Optional<Violation> pluginInfo(GetPluginInfoResponse answer) {
        return Check.of(answer.toBuilder().clearManifest().build())
                .present("name", answer.getName())
                .that(
                        NameRules.isPlugin(answer.getName()),
                        "name",
                        "must be 1 to 63 letters, digits, '-' and '.', with a letter or digit at both ends and no '..'")
                .storable("vendor_version", answer.getVendorVersion())
                .end();
    }

    static Optional<Violation> capabilities(int count) {
        return Check.start()
                .that(
                        count <= MOST_CAPABILITIES,
                        "capabilities",
                        "has " + count + " entries, more than the " + MOST_CAPABILITIES + " that are allowed")
                .end();
    }

    /**
     * Requires as little as possible: even if the rest of the answer is wrong, a volume was made, and only its id can
     * undo that.
     */
    static Optional<Violation> create(CreateVolumeResponse answer) {
        return Check.of(answer)
                .that(answer.hasVolume(), "volume", "is required")
                .present("volume.volume_id", answer.getVolume().getVolumeId())
                .end();
    }

    static Optional<Violation> publish(ControllerPublishVolumeResponse answer) {
        return FieldLimits.check(answer);
    }

    static Optional<Violation> list(ListVolumesResponse answer) {
        Check check = Check.start();
        for (int i = 0; i < answer.getEntriesCount(); i++) {
            ListVolumesResponse.Entry entry = answer.getEntries(i);
            check.present(
                    "entries[" + i + "].volume.volume_id", entry.getVolume().getVolumeId());
            for (int node = 0; node < entry.getStatus().getPublishedNodeIdsCount(); node++) {
                check.storable(
                        "entries[" + i + "].status.published_node_ids[" + node + "]",
                        entry.getStatus().getPublishedNodeIds(node));
            }
        }
        return check.end();
    }

    static Optional<Violation> get(ControllerGetVolumeResponse answer) {
        return Check.start()
                .present("volume.volume_id", answer.getVolume().getVolumeId())
                .that(answer.hasStatus(), "status", "is required")
                .end();
    }

    static Optional<Violation> create(CreateSnapshotResponse answer) {
        return snapshot(Check.of(answer), "snapshot", answer.getSnapshot()).end();
    }

    static Optional<Violation> get(GetSnapshotResponse answer) {
        return snapshot(Check.of(answer), "snapshot", answer.getSnapshot()).end();
    }

    static Optional<Violation> create(CreateVolumeGroupSnapshotResponse answer) {
        return group(Check.of(answer), answer.getGroupSnapshot()).end();
    }

    static Optional<Violation> get(GetVolumeGroupSnapshotResponse answer) {
        return group(Check.of(answer), answer.getGroupSnapshot()).end();
    }

    static Optional<Violation> nodeInfo(NodeGetInfoResponse answer) {
        return Check.of(answer)
                .present("node_id", answer.getNodeId())
                .notNegative("max_volumes_per_node", answer.getMaxVolumesPerNode())
                .and(TopologyRules.check("accessible_topology", answer.getAccessibleTopology()))
                .end();
    }

    private static Check group(Check check, VolumeGroupSnapshot group) {
        check.present("group_snapshot.group_snapshot_id", group.getGroupSnapshotId())
                .that(group.hasCreationTime(), "group_snapshot.creation_time", "is required")
                .that(group.getSnapshotsCount() > 0, "group_snapshot.snapshots", "is required");
        for (int i = 0; i < group.getSnapshotsCount(); i++) {
            snapshot(check, "group_snapshot.snapshots[" + i + "]", group.getSnapshots(i));
        }
        return check;
    }

    private static Check snapshot(Check check, String field, Snapshot snapshot) {
        return check.present(field + ".snapshot_id", snapshot.getSnapshotId())
                .present(field + ".source_volume_id", snapshot.getSourceVolumeId())
                .that(snapshot.hasCreationTime(), field + ".creation_time", "is required");
    }
}
