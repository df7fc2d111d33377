package io.hawser.strict.backend;

import static io.hawser.strict.backend.Answer.failed;
import static io.hawser.strict.backend.Answer.ok;

import io.grpc.Status.Code;
import io.hawser.csi.v1.CapacityRange;
import io.hawser.csi.v1.ControllerExpandVolumeRequest;
import io.hawser.csi.v1.ControllerExpandVolumeResponse;
import io.hawser.csi.v1.ControllerGetVolumeRequest;
import io.hawser.csi.v1.ControllerGetVolumeResponse;
import io.hawser.csi.v1.ControllerModifyVolumeRequest;
import io.hawser.csi.v1.ControllerModifyVolumeResponse;
import io.hawser.csi.v1.ControllerServiceCapability;
import io.hawser.csi.v1.CreateVolumeRequest;
import io.hawser.csi.v1.CreateVolumeResponse;
import io.hawser.csi.v1.DeleteVolumeRequest;
import io.hawser.csi.v1.DeleteVolumeResponse;
import io.hawser.csi.v1.GetCapacityRequest;
import io.hawser.csi.v1.GetCapacityResponse;
import io.hawser.csi.v1.ListVolumesRequest;
import io.hawser.csi.v1.ListVolumesResponse;
import io.hawser.csi.v1.NodeServiceCapability;
import io.hawser.csi.v1.PluginCapability;
import io.hawser.csi.v1.Topology;
import io.hawser.csi.v1.TopologyRequirement;
import io.hawser.csi.v1.ValidateVolumeCapabilitiesRequest;
import io.hawser.csi.v1.ValidateVolumeCapabilitiesResponse;
import io.hawser.csi.v1.VolumeCondition;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Creates, deletes, lists, expands and modifies volumes. */
record VolumeAnswers(PluginSelf self, Store store) {
    private static final long DEFAULT_CAPACITY = 1L << 30;
    private static final long FREE = 1L << 50;

    Answer create(CreateVolumeRequest request) {
        Optional<StoredVolume> standing = store.volumeNamed(request.getName());
        if (standing.isPresent() && !compatible(standing.get().request, request)) {
            return failed(Code.ALREADY_EXISTS, "volume \"" + request.getName() + "\" exists with other parameters");
        }
        if (standing.isEmpty() && sourceMissing(request)) {
            return failed(Code.NOT_FOUND, "the content source does not exist");
        }
        StoredVolume volume = standing.orElseGet(() -> record(request));
        volume.complete = true;
        return ok(
                CreateVolumeResponse.newBuilder().setVolume(volume.toMessage()).build());
    }

    /** Makes the volume's record, which is not complete yet. */
    StoredVolume record(CreateVolumeRequest request) {
        String id = "v-%08d".formatted(store.draw());
        Map<String, String> context = Map.of(
                "strict/volume",
                id,
                "strict/made-for",
                Integer.toHexString(request.getName().hashCode()));
        CapacityRange range = request.getCapacityRange();
        long capacity = range.getRequiredBytes() > 0
                ? range.getRequiredBytes()
                : range.getLimitBytes() > 0 ? Math.min(range.getLimitBytes(), DEFAULT_CAPACITY) : DEFAULT_CAPACITY;
        StoredVolume volume = new StoredVolume(
                id,
                request.getName(),
                request.toBuilder().clearSecrets().build(),
                context,
                topology(request),
                capacity,
                false);
        store.put(volume);
        return volume;
    }

    private List<Topology> topology(CreateVolumeRequest request) {
        TopologyRequirement wanted = request.getAccessibilityRequirements();
        if (!self.capabilities().hasTopology()) {
            return List.of();
        }
        if (wanted.getPreferredCount() > 0) {
            return List.of(wanted.getPreferred(0));
        }
        if (wanted.getRequisiteCount() > 0) {
            return List.of(wanted.getRequisite(0));
        }
        return self.nodeIds.isEmpty() ? List.of() : List.of(PluginSelf.topology());
    }

    private static boolean compatible(CreateVolumeRequest standing, CreateVolumeRequest wanted) {
        return standing.equals(wanted.toBuilder().clearSecrets().build());
    }

    private boolean sourceMissing(CreateVolumeRequest request) {
        return switch (request.getVolumeContentSource().getTypeCase()) {
            case SNAPSHOT ->
                store.snapshot(request.getVolumeContentSource().getSnapshot().getSnapshotId())
                        .isEmpty();
            case VOLUME ->
                store.volume(request.getVolumeContentSource().getVolume().getVolumeId())
                        .isEmpty();
            case TYPE_NOT_SET -> false;
        };
    }

    Answer delete(DeleteVolumeRequest request) {
        Optional<StoredVolume> volume = store.volume(request.getVolumeId());
        if (volume.isPresent() && volume.get().inUse()) {
            return failed(Code.FAILED_PRECONDITION, "volume " + request.getVolumeId() + " is in use");
        }
        volume.ifPresent(store::remove);
        return ok(DeleteVolumeResponse.getDefaultInstance());
    }

    Answer validate(ValidateVolumeCapabilitiesRequest request) {
        if (store.volume(request.getVolumeId()).isEmpty()) {
            return notFound(request.getVolumeId());
        }
        return ok(ValidateVolumeCapabilitiesResponse.newBuilder()
                .setConfirmed(ValidateVolumeCapabilitiesResponse.Confirmed.newBuilder()
                        .putAllVolumeContext(request.getVolumeContextMap())
                        .addAllVolumeCapabilities(request.getVolumeCapabilitiesList())
                        .putAllParameters(request.getParametersMap())
                        .putAllParametersMutable(request.getParametersMutableMap()))
                .build());
    }

    Answer list(ListVolumesRequest request) {
        if (!request.getStartingToken().isEmpty()
                && store.volume(request.getStartingToken()).isEmpty()) {
            return failed(Code.ABORTED, "starting_token is not of this listing any more");
        }
        if (request.getMaxEntries() < 0) {
            return failed(Code.INVALID_ARGUMENT, "max_entries is negative");
        }
        int size = request.getMaxEntries() == 0 ? Integer.MAX_VALUE : request.getMaxEntries();
        ListVolumesResponse.Builder page = ListVolumesResponse.newBuilder();
        for (StoredVolume volume : store.volumesAfter(request.getStartingToken())) {
            if (page.getEntriesCount() == size) {
                page.setNextToken(page.getEntries(size - 1).getVolume().getVolumeId());
                break;
            }
            ListVolumesResponse.VolumeStatus.Builder status = ListVolumesResponse.VolumeStatus.newBuilder();
            if (self.capabilities().has(ControllerServiceCapability.RPC.Type.LIST_VOLUMES_PUBLISHED_NODES)) {
                status.addAllPublishedNodeIds(volume.attachments.keySet());
            }
            if (self.capabilities().has(ControllerServiceCapability.RPC.Type.VOLUME_CONDITION)) {
                status.setVolumeCondition(VolumeCondition.newBuilder().setMessage("well"));
            }
            page.addEntries(ListVolumesResponse.Entry.newBuilder()
                    .setVolume(volume.toMessage())
                    .setStatus(status));
        }
        return ok(page.build());
    }

    Answer capacity(GetCapacityRequest request) {
        return ok(GetCapacityResponse.newBuilder().setAvailableCapacity(FREE).build());
    }

    Answer get(ControllerGetVolumeRequest request) {
        return store.volume(request.getVolumeId())
                .map(volume -> ok(ControllerGetVolumeResponse.newBuilder()
                        .setVolume(volume.toMessage())
                        .setStatus(ControllerGetVolumeResponse.VolumeStatus.newBuilder()
                                .addAllPublishedNodeIds(volume.attachments.keySet())
                                .setVolumeCondition(VolumeCondition.newBuilder().setMessage("well")))
                        .build()))
                .orElseGet(() -> notFound(request.getVolumeId()));
    }

    Answer expand(ControllerExpandVolumeRequest request) {
        Optional<StoredVolume> volume = store.volume(request.getVolumeId());
        if (volume.isEmpty()) {
            return notFound(request.getVolumeId());
        }
        boolean online = self.capabilities().has(PluginCapability.VolumeExpansion.Type.ONLINE);
        if (!online && volume.get().inUse()) {
            return failed(Code.FAILED_PRECONDITION, "volume " + request.getVolumeId() + " is in use");
        }
        CapacityRange range = request.getCapacityRange();
        if (range.getLimitBytes() > 0 && volume.get().capacity > range.getLimitBytes()) {
            return failed(Code.OUT_OF_RANGE, "the volume is larger than limit_bytes already");
        }
        volume.get().capacity = Math.max(volume.get().capacity, range.getRequiredBytes());
        return ok(ControllerExpandVolumeResponse.newBuilder()
                .setCapacityBytes(volume.get().capacity)
                .setNodeExpansionRequired(self.capabilities().has(NodeServiceCapability.RPC.Type.EXPAND_VOLUME))
                .build());
    }

    Answer modify(ControllerModifyVolumeRequest request) {
        if (store.volume(request.getVolumeId()).isEmpty()) {
            return notFound(request.getVolumeId());
        }
        return ok(ControllerModifyVolumeResponse.getDefaultInstance());
    }

    static Answer notFound(String volumeId) {
        return failed(Code.NOT_FOUND, "volume \"" + volumeId + "\" does not exist");
    }
}
