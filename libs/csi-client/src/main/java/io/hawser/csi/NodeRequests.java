package io.hawser.csi;

import io.hawser.csi.v1.NodeExpandVolumeRequest;
import io.hawser.csi.v1.NodeGetVolumeStatsRequest;
import io.hawser.csi.v1.NodePublishVolumeRequest;
import io.hawser.csi.v1.NodeStageVolumeRequest;
import io.hawser.csi.v1.NodeUnpublishVolumeRequest;
import io.hawser.csi.v1.NodeUnstageVolumeRequest;
import java.util.Optional;

/** Rules for the Node service's requests that do not depend on the plugin's capabilities. */
final class NodeRequests {

    private NodeRequests() {}

    static Optional<Violation> stage(NodeStageVolumeRequest request) {
        return Check.of(request)
                .present("volume_id", request.getVolumeId())
                .absolute("staging_target_path", request.getStagingTargetPath())
                .capability("volume_capability", request.hasVolumeCapability(), request.getVolumeCapability())
                .end();
    }

    static Optional<Violation> unstage(NodeUnstageVolumeRequest request) {
        return Check.of(request)
                .present("volume_id", request.getVolumeId())
                .absolute("staging_target_path", request.getStagingTargetPath())
                .end();
    }

    static Optional<Violation> publish(NodePublishVolumeRequest request) {
        Check check = Check.of(request)
                .present("volume_id", request.getVolumeId())
                .absolute("target_path", request.getTargetPath())
                .capability("volume_capability", request.hasVolumeCapability(), request.getVolumeCapability());
        if (!request.getStagingTargetPath().isEmpty()) {
            check.absolute("staging_target_path", request.getStagingTargetPath());
        }
        return check.end();
    }

    static Optional<Violation> unpublish(NodeUnpublishVolumeRequest request) {
        return Check.of(request)
                .present("volume_id", request.getVolumeId())
                .absolute("target_path", request.getTargetPath())
                .end();
    }

    static Optional<Violation> stats(NodeGetVolumeStatsRequest request) {
        return Check.of(request)
                .present("volume_id", request.getVolumeId())
                .absolute("volume_path", request.getVolumePath())
                .end();
    }

    static Optional<Violation> expand(NodeExpandVolumeRequest request) {
        Check check = Check.of(request)
                .present("volume_id", request.getVolumeId())
                .absolute("volume_path", request.getVolumePath());
        if (request.hasCapacityRange()) {
            check.range("capacity_range", request.getCapacityRange());
        }
        if (request.hasVolumeCapability()) {
            check.capability("volume_capability", true, request.getVolumeCapability());
        }
        return check.end();
    }
}
