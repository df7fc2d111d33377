package io.hawser.csi;

import io.hawser.csi.v1.ControllerPublishVolumeRequest;
import io.hawser.csi.v1.CreateVolumeRequest;
import io.hawser.csi.v1.GetCapacityRequest;
import io.hawser.csi.v1.NodePublishVolumeRequest;
import io.hawser.csi.v1.NodeStageVolumeRequest;
import io.hawser.csi.v1.ValidateVolumeCapabilitiesRequest;
import io.hawser.csi.v1.VolumeCapability;
import io.hawser.csi.v1.VolumeCapability.AccessMode.Mode;
import java.util.List;
import java.util.Optional;

/** Fields that the caller may set only for a plugin that advertises the matching capability. */
final class CapabilityRules {

    private static final String NO_TOPOLOGY = "may be set only for a plugin with VOLUME_ACCESSIBILITY_CONSTRAINTS";
    private static final String NO_MODIFY = "may be set only for a plugin with MODIFY_VOLUME";

    private CapabilityRules() {}

    static Optional<Violation> create(CreateVolumeRequest request, CapabilitySet plugin) {
        Check check = Check.start()
                .that(
                        !request.hasAccessibilityRequirements() || plugin.constrainsAccess(),
                        "accessibility_requirements",
                        NO_TOPOLOGY)
                .that(request.getParametersMutableCount() == 0 || plugin.modifies(), "mutable_parameters", NO_MODIFY)
                .that(
                        !request.getVolumeContentSource().hasSnapshot() || plugin.snapshots(),
                        "volume_content_source.snapshot",
                        "may be set only for a plugin with CREATE_DELETE_SNAPSHOT")
                .that(
                        !request.getVolumeContentSource().hasVolume() || plugin.clones(),
                        "volume_content_source.volume",
                        "may be set only for a plugin with CLONE_VOLUME");
        return modes(check, request.getVolumeCapabilitiesList(), plugin.singleNodeMultiWriter())
                .end();
    }

    static Optional<Violation> publish(ControllerPublishVolumeRequest request, CapabilitySet plugin) {
        Check check = Check.start()
                .that(
                        !request.getReadonly() || plugin.publishesReadOnly(),
                        "readonly",
                        "may be true only for a plugin with PUBLISH_READONLY");
        return mode(check, "volume_capability", request.getVolumeCapability(), plugin.singleNodeMultiWriter())
                .end();
    }

    static Optional<Violation> validate(ValidateVolumeCapabilitiesRequest request, CapabilitySet plugin) {
        Check check = Check.start()
                .that(request.getParametersMutableCount() == 0 || plugin.modifies(), "mutable_parameters", NO_MODIFY);
        return modes(check, request.getVolumeCapabilitiesList(), plugin.singleNodeMultiWriter())
                .end();
    }

    static Optional<Violation> capacity(GetCapacityRequest request, CapabilitySet plugin) {
        return Check.start()
                .that(!request.hasAccessibleTopology() || plugin.constrainsAccess(), "accessible_topology", NO_TOPOLOGY)
                .end();
    }

    static Optional<Violation> stage(NodeStageVolumeRequest request, CapabilitySet plugin) {
        return onNode(Check.start(), request.getVolumeCapability(), plugin).end();
    }

    static Optional<Violation> publish(NodePublishVolumeRequest request, CapabilitySet plugin) {
        Check check = Check.start()
                .that(
                        !plugin.stages() || !request.getStagingTargetPath().isEmpty(),
                        "staging_target_path",
                        "is required for a plugin with STAGE_UNSTAGE_VOLUME");
        return onNode(check, request.getVolumeCapability(), plugin).end();
    }

    private static Check onNode(Check check, VolumeCapability capability, CapabilitySet plugin) {
        check.that(
                capability.getMount().getVolumeMountGroup().isEmpty() || plugin.mountsWithGroup(),
                "volume_capability.mount.volume_mount_group",
                "may be set only for a plugin with VOLUME_MOUNT_GROUP");
        return mode(check, "volume_capability", capability, plugin.nodeSingleNodeMultiWriter());
    }

    private static Check modes(Check check, List<VolumeCapability> capabilities, boolean singleNodeMultiWriter) {
        for (int i = 0; i < capabilities.size(); i++) {
            mode(check, "volume_capabilities[" + i + "]", capabilities.get(i), singleNodeMultiWriter);
        }
        return check;
    }

    private static Check mode(Check check, String field, VolumeCapability capability, boolean singleNodeMultiWriter) {
        Mode mode = capability.getAccessMode().getMode();
        boolean needsIt = mode == Mode.SINGLE_NODE_SINGLE_WRITER || mode == Mode.SINGLE_NODE_MULTI_WRITER;
        return check.that(
                !needsIt || singleNodeMultiWriter,
                field + ".access_mode",
                "may be " + mode + " only for a plugin with SINGLE_NODE_MULTI_WRITER");
    }
}
