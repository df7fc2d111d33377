package io.hawser.volume.lifecycle.csi;

import io.hawser.csi.AccessModes;
import io.hawser.csi.CapabilitySet;
import io.hawser.csi.v1.CapacityRange;
import io.hawser.csi.v1.ControllerPublishVolumeRequest;
import io.hawser.csi.v1.ControllerUnpublishVolumeRequest;
import io.hawser.csi.v1.CreateVolumeRequest;
import io.hawser.csi.v1.DeleteVolumeRequest;
import io.hawser.csi.v1.Topology;
import io.hawser.csi.v1.TopologyRequirement;
import io.hawser.csi.v1.ValidateVolumeCapabilitiesRequest;
import io.hawser.csi.v1.VolumeCapability;
import io.hawser.v1.VolumeSpec;
import io.hawser.volume.lifecycle.Provision;
import io.hawser.volume.lifecycle.Publication;
import io.hawser.volume.lifecycle.Volume;
import java.util.List;
import java.util.Map;

/** Builds CSI's controller requests from a volume. */
final class ControllerRequests {
    private ControllerRequests() {}

    static CreateVolumeRequest create(Volume volume, CapabilitySet capabilities, Map<String, String> secrets) {
        VolumeSpec spec = volume.spec();
        CreateVolumeRequest.Builder request = CreateVolumeRequest.newBuilder()
                .setName(volume.csiName())
                .addVolumeCapabilities(capability(volume, withoutGroup(spec), capabilities))
                .putAllParameters(spec.getParametersMap())
                .putAllSecrets(secrets);
        if (spec.getCapacity().getRequiredBytes() > 0 || spec.getCapacity().getLimitBytes() > 0) {
            request.setCapacityRange(CapacityRange.newBuilder()
                    .setRequiredBytes(spec.getCapacity().getRequiredBytes())
                    .setLimitBytes(spec.getCapacity().getLimitBytes()));
        }
        if (volume.provision().constrainsAccess() && capabilities.constrainsAccess() && spec.hasTopology()) {
            request.setAccessibilityRequirements(TopologyRequirement.newBuilder()
                    .addAllRequisite(topologies(spec.getTopology().getRequisiteList()))
                    .addAllPreferred(topologies(spec.getTopology().getPreferredList())));
        }
        return request.build();
    }

    static ValidateVolumeCapabilitiesRequest validate(
            Volume volume, CapabilitySet capabilities, Map<String, String> secrets) {
        return ValidateVolumeCapabilitiesRequest.newBuilder()
                .setVolumeId(volume.provision().info().volumeId())
                .putAllVolumeContext(volume.provision().info().context())
                .addVolumeCapabilities(capability(volume, withoutGroup(volume.spec()), capabilities))
                .putAllParameters(volume.spec().getParametersMap())
                .putAllSecrets(secrets)
                .build();
    }

    static DeleteVolumeRequest delete(Volume volume, Map<String, String> secrets) {
        return DeleteVolumeRequest.newBuilder()
                .setVolumeId(volume.provision().info().volumeId())
                .putAllSecrets(secrets)
                .build();
    }

    static ControllerPublishVolumeRequest publish(
            Volume volume, Publication publication, CapabilitySet capabilities, Map<String, String> secrets) {
        return ControllerPublishVolumeRequest.newBuilder()
                .setVolumeId(volume.provision().info().volumeId())
                .setNodeId(publication.csiNodeId())
                .setVolumeCapability(capability(volume, publication.options().over(volume.spec()), capabilities))
                .setReadonly(publication.options().readOnly() && capabilities.publishesReadOnly())
                .putAllVolumeContext(volume.provision().info().context())
                .putAllSecrets(secrets)
                .build();
    }

    static ControllerUnpublishVolumeRequest unpublish(
            Volume volume, Publication publication, Map<String, String> secrets) {
        return ControllerUnpublishVolumeRequest.newBuilder()
                .setVolumeId(volume.provision().info().volumeId())
                .setNodeId(publication.csiNodeId())
                .putAllSecrets(secrets)
                .build();
    }

    static Provision.Info info(io.hawser.csi.v1.Volume volume) {
        return new Provision.Info(
                volume.getVolumeId(),
                // A negative capacity means nothing.
                Math.max(0, volume.getCapacityBytes()),
                volume.getVolumeContextMap(),
                volume.getAccessibleTopologyList().stream()
                        .map(topology -> io.hawser.v1.Topology.newBuilder()
                                .putAllSegments(topology.getSegmentsMap())
                                .build())
                        .toList());
    }

    /**
     * The group belongs to the use on a node: whether the plugin there takes one is not known yet, and the others may
     * refuse it.
     */
    private static VolumeSpec withoutGroup(VolumeSpec spec) {
        if (!spec.hasMount()) {
            return spec;
        }
        VolumeSpec.Builder without = spec.toBuilder();
        without.getMountBuilder().clearVolumeMountGroup();
        return without.build();
    }

    private static VolumeCapability capability(Volume volume, VolumeSpec spec, CapabilitySet capabilities) {
        return AccessModes.capability(spec, volume.provision().multiWriter() && capabilities.singleNodeMultiWriter())
                .orElseThrow(
                        () -> new IllegalStateException("a specification without access mode was stored: " + spec));
    }

    private static List<Topology> topologies(List<io.hawser.v1.Topology> topologies) {
        return topologies.stream()
                .map(topology -> Topology.newBuilder()
                        .putAllSegments(topology.getSegmentsMap())
                        .build())
                .toList();
    }
}
