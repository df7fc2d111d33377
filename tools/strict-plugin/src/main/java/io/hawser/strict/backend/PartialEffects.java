package io.hawser.strict.backend;

import com.google.protobuf.Message;
import io.hawser.csi.v1.ControllerPublishVolumeRequest;
import io.hawser.csi.v1.ControllerUnpublishVolumeRequest;
import io.hawser.csi.v1.CreateVolumeRequest;
import io.hawser.csi.v1.DeleteVolumeRequest;
import io.hawser.csi.v1.NodePublishVolumeRequest;
import io.hawser.csi.v1.NodeStageVolumeRequest;
import io.hawser.csi.v1.NodeUnpublishVolumeRequest;
import io.hawser.csi.v1.NodeUnstageVolumeRequest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;

/** What remains when the plugin stops in the middle of its work: enough to be in the way, not enough to be used. */
record PartialEffects(Store store, VolumeAnswers volumes, AttachAnswers attachments, NodeFiles files) {
    /** @return whether the RPC has a half; if not, nothing is done */
    boolean half(Message message, String node) {
        switch (message) {
            case CreateVolumeRequest request -> {
                if (store.volumeNamed(request.getName()).isEmpty()) {
                    volumes.record(request);
                }
            }
            case DeleteVolumeRequest request ->
                store.volume(request.getVolumeId()).ifPresent(volume -> volume.complete = false);
            case ControllerPublishVolumeRequest request ->
                // The storage has attached the volume, but the context that the node needs is lost.
                store.volume(request.getVolumeId())
                        .filter(volume -> !volume.attachments.containsKey(request.getNodeId()))
                        .ifPresent(volume -> store.attach(
                                volume, request.getNodeId(), attachments.attachment(volume, request, false)));
            case ControllerUnpublishVolumeRequest request ->
                store.volume(request.getVolumeId())
                        .ifPresent(volume -> volume.attachments.computeIfPresent(
                                request.getNodeId(), (id, attachment) -> attachment.incomplete()));
            case NodeStageVolumeRequest request ->
                store.volume(request.getVolumeId())
                        .ifPresent(volume -> volume.stagings.putIfAbsent(
                                node,
                                new StoredVolume.Staging(
                                        request.getStagingTargetPath(), request.getVolumeCapability(), false)));
            case NodeUnstageVolumeRequest request ->
                store.volume(request.getVolumeId())
                        .ifPresent(volume ->
                                volume.stagings.computeIfPresent(node, (id, staging) -> staging.incomplete()));
            case NodePublishVolumeRequest request -> createLeafOnly(request);
            case NodeUnpublishVolumeRequest request ->
                store.volume(request.getVolumeId())
                        .ifPresent(volume -> volume.targetsOn(node).remove(request.getTargetPath()));
            default -> {
                return false;
            }
        }
        return true;
    }

    private void createLeafOnly(NodePublishVolumeRequest request) {
        try {
            files.prepare(
                    Path.of(request.getTargetPath()),
                    request.getVolumeCapability().hasBlock());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
