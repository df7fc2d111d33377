package io.hawser.conformance.invariant;

import io.hawser.csi.v1.ControllerPublishVolumeRequest;
import io.hawser.csi.v1.ControllerUnpublishVolumeRequest;
import io.hawser.csi.v1.CreateVolumeRequest;
import io.hawser.csi.v1.DeleteVolumeRequest;
import io.hawser.csi.v1.NodePublishVolumeRequest;
import io.hawser.csi.v1.NodeStageVolumeRequest;
import io.hawser.csi.v1.NodeUnpublishVolumeRequest;
import io.hawser.csi.v1.NodeUnstageVolumeRequest;
import io.hawser.csi.v1.VolumeCapability;
import io.hawser.csi.v1.VolumeCapability.AccessMode.Mode;

/** What the plugin is asked about the volume of a {@link Story}. */
final class VolumeCalls {
    private VolumeCalls() {}

    static CreateVolumeRequest create() {
        return CreateVolumeRequest.newBuilder().setName(Story.CSI_NAME).build();
    }

    static DeleteVolumeRequest delete() {
        return DeleteVolumeRequest.newBuilder().setVolumeId(Story.VOLUME_ID).build();
    }

    static ControllerPublishVolumeRequest attach(String node) {
        return attach(node, Mode.SINGLE_NODE_WRITER);
    }

    static ControllerPublishVolumeRequest attach(String node, Mode mode) {
        return ControllerPublishVolumeRequest.newBuilder()
                .setVolumeId(Story.VOLUME_ID)
                .setNodeId("strict-" + node)
                .setVolumeCapability(capability(mode))
                .build();
    }

    private static VolumeCapability capability(Mode mode) {
        return VolumeCapability.newBuilder()
                .setAccessMode(VolumeCapability.AccessMode.newBuilder().setMode(mode))
                .build();
    }

    static ControllerUnpublishVolumeRequest detach(String node) {
        return ControllerUnpublishVolumeRequest.newBuilder()
                .setVolumeId(Story.VOLUME_ID)
                .setNodeId("strict-" + node)
                .build();
    }

    static NodeStageVolumeRequest stage() {
        return stage(Mode.SINGLE_NODE_WRITER);
    }

    static NodeStageVolumeRequest stage(Mode mode) {
        return NodeStageVolumeRequest.newBuilder()
                .setVolumeId(Story.VOLUME_ID)
                .setStagingTargetPath(Story.staging())
                .setVolumeCapability(capability(mode))
                .build();
    }

    static NodeUnstageVolumeRequest unstage() {
        return NodeUnstageVolumeRequest.newBuilder()
                .setVolumeId(Story.VOLUME_ID)
                .setStagingTargetPath(Story.staging())
                .build();
    }

    static NodePublishVolumeRequest publish(String target, boolean readOnly) {
        return publish(target, readOnly, Mode.SINGLE_NODE_WRITER);
    }

    static NodePublishVolumeRequest publish(String target, boolean readOnly, Mode mode) {
        return NodePublishVolumeRequest.newBuilder()
                .setVolumeId(Story.VOLUME_ID)
                .setStagingTargetPath(Story.staging())
                .setTargetPath(Story.target(target))
                .setReadonly(readOnly)
                .setVolumeCapability(capability(mode))
                .build();
    }

    static NodeUnpublishVolumeRequest unpublish(String target) {
        return NodeUnpublishVolumeRequest.newBuilder()
                .setVolumeId(Story.VOLUME_ID)
                .setTargetPath(Story.target(target))
                .build();
    }
}
