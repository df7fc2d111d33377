package io.hawser.strict.backend;

import static io.hawser.strict.backend.Answer.failed;
import static io.hawser.strict.backend.Answer.ok;

import io.grpc.Status.Code;
import io.hawser.csi.v1.ControllerPublishVolumeRequest;
import io.hawser.csi.v1.ControllerPublishVolumeResponse;
import io.hawser.csi.v1.ControllerUnpublishVolumeRequest;
import io.hawser.csi.v1.ControllerUnpublishVolumeResponse;
import io.hawser.strict.call.AccessModes;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Attaches volumes to nodes, at the storage's side. */
record AttachAnswers(PluginSelf self, Store store) {
    Answer publish(ControllerPublishVolumeRequest request) {
        Optional<StoredVolume> found = store.volume(request.getVolumeId());
        if (found.isEmpty()) {
            return VolumeAnswers.notFound(request.getVolumeId());
        }
        if (!self.nodeIds.contains(request.getNodeId())) {
            return failed(Code.NOT_FOUND, "node \"" + request.getNodeId() + "\" does not exist");
        }
        StoredVolume volume = found.get();
        StoredVolume.Attachment standing = volume.attachments.get(request.getNodeId());
        if (standing != null
                && !(standing.capability().equals(request.getVolumeCapability())
                        && standing.readonly() == request.getReadonly())) {
            return failed(Code.ALREADY_EXISTS, "published on that node already, in another way");
        }
        if (standing == null) {
            Optional<Answer> refusal = refusal(volume, request);
            if (refusal.isPresent()) {
                return refusal.get();
            }
        }
        StoredVolume.Attachment attachment =
                standing != null && standing.complete() ? standing : attachment(volume, request, true);
        store.attach(volume, request.getNodeId(), attachment);
        return ok(ControllerPublishVolumeResponse.newBuilder()
                .putAllPublishContext(attachment.context())
                .build());
    }

    /**
     * Makes a new context each time, so that the plugin notices a caller that kept the context of an earlier
     * attachment.
     */
    StoredVolume.Attachment attachment(StoredVolume volume, ControllerPublishVolumeRequest request, boolean complete) {
        Map<String, String> context =
                Map.of("strict/attachment", "a-" + store.draw(), "strict/node", request.getNodeId());
        return new StoredVolume.Attachment(request.getVolumeCapability(), request.getReadonly(), context, complete);
    }

    private Optional<Answer> refusal(StoredVolume volume, ControllerPublishVolumeRequest request) {
        boolean many = AccessModes.onManyNodes(
                request.getVolumeCapability().getAccessMode().getMode());
        Optional<String> elsewhere = volume.attachments.keySet().stream()
                .filter(node -> !node.equals(request.getNodeId()))
                .findFirst();
        if (!many && elsewhere.isPresent()) {
            return Optional.of(failed(Code.FAILED_PRECONDITION, "published on node " + elsewhere.get()));
        }
        if (self.maxVolumesPerNode > 0 && store.attachedTo(request.getNodeId()) >= self.maxVolumesPerNode) {
            return Optional.of(failed(Code.RESOURCE_EXHAUSTED, "node " + request.getNodeId() + " has no free slot"));
        }
        return Optional.empty();
    }

    Answer unpublish(ControllerUnpublishVolumeRequest request) {
        store.volume(request.getVolumeId()).ifPresent(volume -> {
            // An empty node id asks to detach from all nodes.
            List<String> nodes = request.getNodeId().isEmpty()
                    ? List.copyOf(volume.attachments.keySet())
                    : List.of(request.getNodeId());
            nodes.forEach(node -> store.detach(volume, node));
        });
        return ok(ControllerUnpublishVolumeResponse.getDefaultInstance());
    }
}
