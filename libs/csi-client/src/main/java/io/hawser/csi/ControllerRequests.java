package io.hawser.csi;

import io.hawser.csi.v1.ControllerExpandVolumeRequest;
import io.hawser.csi.v1.ControllerGetVolumeRequest;
import io.hawser.csi.v1.ControllerModifyVolumeRequest;
import io.hawser.csi.v1.ControllerPublishVolumeRequest;
import io.hawser.csi.v1.ControllerUnpublishVolumeRequest;
import io.hawser.csi.v1.CreateVolumeRequest;
import io.hawser.csi.v1.DeleteVolumeRequest;
import io.hawser.csi.v1.GetCapacityRequest;
import io.hawser.csi.v1.ListVolumesRequest;
import io.hawser.csi.v1.ValidateVolumeCapabilitiesRequest;
import io.hawser.csi.v1.VolumeContentSource;
import java.util.Optional;

/** Rules for the Controller service's volume requests that do not depend on the plugin's capabilities. */
final class ControllerRequests {

    private ControllerRequests() {}

    static Optional<Violation> create(CreateVolumeRequest request) {
        Check check = Check.of(request)
                .name("name", request.getName())
                .capabilities("volume_capabilities", request.getVolumeCapabilitiesList());
        if (request.hasCapacityRange()) {
            check.range("capacity_range", request.getCapacityRange());
        }
        if (request.hasVolumeContentSource()) {
            source(check, request.getVolumeContentSource());
        }
        if (request.hasAccessibilityRequirements()) {
            check.and(TopologyRules.check("accessibility_requirements", request.getAccessibilityRequirements()));
        }
        return check.end();
    }

    private static void source(Check check, VolumeContentSource source) {
        switch (source.getTypeCase()) {
            case SNAPSHOT ->
                check.present(
                        "volume_content_source.snapshot.snapshot_id",
                        source.getSnapshot().getSnapshotId());
            case VOLUME ->
                check.present(
                        "volume_content_source.volume.volume_id",
                        source.getVolume().getVolumeId());
            case TYPE_NOT_SET -> check.that(false, "volume_content_source", "must name a snapshot or a volume");
        }
    }

    static Optional<Violation> delete(DeleteVolumeRequest request) {
        return Check.of(request).present("volume_id", request.getVolumeId()).end();
    }

    static Optional<Violation> publish(ControllerPublishVolumeRequest request) {
        return Check.of(request)
                .present("volume_id", request.getVolumeId())
                .present("node_id", request.getNodeId())
                .capability("volume_capability", request.hasVolumeCapability(), request.getVolumeCapability())
                .end();
    }

    static Optional<Violation> unpublish(ControllerUnpublishVolumeRequest request) {
        return Check.of(request)
                .present("volume_id", request.getVolumeId())
                // The specification allows an empty node id, which means every node. Hawser never means that.
                .that(
                        !request.getNodeId().isEmpty(),
                        "node_id",
                        "is empty, which would detach the volume from every node")
                .end();
    }

    static Optional<Violation> validate(ValidateVolumeCapabilitiesRequest request) {
        return Check.of(request)
                .present("volume_id", request.getVolumeId())
                .capabilities("volume_capabilities", request.getVolumeCapabilitiesList())
                .end();
    }

    static Optional<Violation> list(ListVolumesRequest request) {
        return Check.of(request)
                .notNegative("max_entries", request.getMaxEntries())
                .end();
    }

    static Optional<Violation> get(ControllerGetVolumeRequest request) {
        return Check.of(request).present("volume_id", request.getVolumeId()).end();
    }

    static Optional<Violation> modify(ControllerModifyVolumeRequest request) {
        return Check.of(request)
                .present("volume_id", request.getVolumeId())
                .that(request.getParametersMutableCount() > 0, "mutable_parameters", "is required")
                .end();
    }

    static Optional<Violation> expand(ControllerExpandVolumeRequest request) {
        Check check = Check.of(request)
                .present("volume_id", request.getVolumeId())
                .that(request.hasCapacityRange(), "capacity_range", "is required")
                .range("capacity_range", request.getCapacityRange());
        if (request.hasVolumeCapability()) {
            check.capability("volume_capability", true, request.getVolumeCapability());
        }
        return check.end();
    }

    static Optional<Violation> capacity(GetCapacityRequest request) {
        Check check = Check.of(request);
        if (request.getVolumeCapabilitiesCount() > 0) {
            check.capabilities("volume_capabilities", request.getVolumeCapabilitiesList());
        }
        if (request.hasAccessibleTopology()) {
            check.and(TopologyRules.check("accessible_topology", request.getAccessibleTopology()));
        }
        return check.end();
    }
}
