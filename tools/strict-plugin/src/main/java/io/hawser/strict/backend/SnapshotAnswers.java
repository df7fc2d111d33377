package io.hawser.strict.backend;

import static io.hawser.strict.backend.Answer.failed;
import static io.hawser.strict.backend.Answer.ok;

import com.google.protobuf.Timestamp;
import io.grpc.Status.Code;
import io.hawser.csi.v1.CreateSnapshotRequest;
import io.hawser.csi.v1.CreateSnapshotResponse;
import io.hawser.csi.v1.CreateVolumeGroupSnapshotRequest;
import io.hawser.csi.v1.CreateVolumeGroupSnapshotResponse;
import io.hawser.csi.v1.DeleteSnapshotRequest;
import io.hawser.csi.v1.DeleteSnapshotResponse;
import io.hawser.csi.v1.DeleteVolumeGroupSnapshotRequest;
import io.hawser.csi.v1.DeleteVolumeGroupSnapshotResponse;
import io.hawser.csi.v1.GetSnapshotRequest;
import io.hawser.csi.v1.GetSnapshotResponse;
import io.hawser.csi.v1.GetVolumeGroupSnapshotRequest;
import io.hawser.csi.v1.GetVolumeGroupSnapshotResponse;
import io.hawser.csi.v1.ListSnapshotsRequest;
import io.hawser.csi.v1.ListSnapshotsResponse;
import io.hawser.csi.v1.Snapshot;
import io.hawser.csi.v1.VolumeGroupSnapshot;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Snapshots, alone and in groups; ready as soon as they are cut. */
record SnapshotAnswers(Store store) {
    Answer create(CreateSnapshotRequest request, Instant now) {
        Optional<Snapshot> standing =
                Optional.ofNullable(store.snapshotIds.get(request.getName())).flatMap(store::snapshot);
        if (standing.isPresent()) {
            Snapshot snapshot = standing.get();
            return snapshot.getSourceVolumeId().equals(request.getSourceVolumeId())
                    ? ok(CreateSnapshotResponse.newBuilder()
                            .setSnapshot(snapshot)
                            .build())
                    : failed(Code.ALREADY_EXISTS, "a snapshot of another volume has that name");
        }
        if (store.volume(request.getSourceVolumeId()).isEmpty()) {
            return VolumeAnswers.notFound(request.getSourceVolumeId());
        }
        Snapshot snapshot = cut(request.getSourceVolumeId(), "", now);
        store.snapshotIds.put(request.getName(), snapshot.getSnapshotId());
        return ok(CreateSnapshotResponse.newBuilder().setSnapshot(snapshot).build());
    }

    private Snapshot cut(String volumeId, String groupId, Instant now) {
        Snapshot snapshot = Snapshot.newBuilder()
                .setSnapshotId("s-%08d".formatted(store.draw()))
                .setSourceVolumeId(volumeId)
                .setGroupSnapshotId(groupId)
                .setSizeBytes(store.volume(volumeId).map(v -> v.capacity).orElse(0L))
                .setCreationTime(timestamp(now))
                .setReadyToUse(true)
                .build();
        store.snapshots.put(snapshot.getSnapshotId(), snapshot);
        return snapshot;
    }

    Answer delete(DeleteSnapshotRequest request) {
        boolean ofGroup = store.snapshot(request.getSnapshotId())
                .filter(snapshot -> !snapshot.getGroupSnapshotId().isEmpty())
                .isPresent();
        if (ofGroup) {
            return failed(Code.INVALID_ARGUMENT, "the snapshot belongs to a group");
        }
        store.removeSnapshot(request.getSnapshotId());
        return ok(DeleteSnapshotResponse.getDefaultInstance());
    }

    Answer list(ListSnapshotsRequest request) {
        if (!request.getStartingToken().isEmpty()
                && store.snapshot(request.getStartingToken()).isEmpty()) {
            return failed(Code.ABORTED, "starting_token is not of this listing any more");
        }
        int size = request.getMaxEntries() <= 0 ? Integer.MAX_VALUE : request.getMaxEntries();
        ListSnapshotsResponse.Builder page = ListSnapshotsResponse.newBuilder();
        for (Snapshot snapshot :
                store.snapshots.tailMap(request.getStartingToken(), false).values()) {
            boolean asked = (request.getSnapshotId().isEmpty()
                            || request.getSnapshotId().equals(snapshot.getSnapshotId()))
                    && (request.getSourceVolumeId().isEmpty()
                            || request.getSourceVolumeId().equals(snapshot.getSourceVolumeId()));
            if (asked && page.getEntriesCount() == size) {
                page.setNextToken(page.getEntries(size - 1).getSnapshot().getSnapshotId());
                break;
            }
            if (asked) {
                page.addEntries(ListSnapshotsResponse.Entry.newBuilder().setSnapshot(snapshot));
            }
        }
        return ok(page.build());
    }

    Answer get(GetSnapshotRequest request) {
        return store.snapshot(request.getSnapshotId())
                .map(snapshot -> ok(
                        GetSnapshotResponse.newBuilder().setSnapshot(snapshot).build()))
                .orElseGet(() -> failed(Code.NOT_FOUND, "snapshot \"" + request.getSnapshotId() + "\" does not exist"));
    }

    Answer createGroup(CreateVolumeGroupSnapshotRequest request, Instant now) {
        if (store.groupIds.containsKey(request.getName())) {
            return ok(CreateVolumeGroupSnapshotResponse.newBuilder()
                    .setGroupSnapshot(store.groups.get(store.groupIds.get(request.getName())))
                    .build());
        }
        String id = "g-%08d".formatted(store.draw());
        List<Snapshot> members = request.getSourceVolumeIdsList().stream()
                .map(volume -> cut(volume, id, now))
                .toList();
        VolumeGroupSnapshot group = VolumeGroupSnapshot.newBuilder()
                .setGroupSnapshotId(id)
                .addAllSnapshots(members)
                .setCreationTime(timestamp(now))
                .setReadyToUse(true)
                .build();
        store.groups.put(id, group);
        store.groupIds.put(request.getName(), id);
        return ok(CreateVolumeGroupSnapshotResponse.newBuilder()
                .setGroupSnapshot(group)
                .build());
    }

    Answer deleteGroup(DeleteVolumeGroupSnapshotRequest request) {
        VolumeGroupSnapshot group = store.groups.get(request.getGroupSnapshotId());
        if (group != null && !members(group).equals(Set.copyOf(request.getSnapshotIdsList()))) {
            return failed(Code.INVALID_ARGUMENT, "snapshot_ids are not all of its members");
        }
        if (group != null) {
            members(group).forEach(store::removeSnapshot);
            store.removeGroup(group.getGroupSnapshotId());
        }
        return ok(DeleteVolumeGroupSnapshotResponse.getDefaultInstance());
    }

    Answer getGroup(GetVolumeGroupSnapshotRequest request) {
        VolumeGroupSnapshot group = store.groups.get(request.getGroupSnapshotId());
        if (Objects.isNull(group)) {
            return failed(Code.NOT_FOUND, "group snapshot \"" + request.getGroupSnapshotId() + "\" does not exist");
        }
        if (!members(group).equals(Set.copyOf(request.getSnapshotIdsList()))) {
            return failed(Code.INVALID_ARGUMENT, "snapshot_ids are not all of its members");
        }
        return ok(GetVolumeGroupSnapshotResponse.newBuilder()
                .setGroupSnapshot(group)
                .build());
    }

    private static Set<String> members(VolumeGroupSnapshot group) {
        return group.getSnapshotsList().stream().map(Snapshot::getSnapshotId).collect(Collectors.toUnmodifiableSet());
    }

    private static Timestamp timestamp(Instant now) {
        return Timestamp.newBuilder()
                .setSeconds(now.getEpochSecond())
                .setNanos(now.getNano())
                .build();
    }
}
