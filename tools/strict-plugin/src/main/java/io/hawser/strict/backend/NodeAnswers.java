package io.hawser.strict.backend;

import static io.hawser.strict.backend.Answer.failed;
import static io.hawser.strict.backend.Answer.ok;

import com.google.protobuf.Message;
import io.grpc.Status.Code;
import io.hawser.csi.v1.NodeExpandVolumeRequest;
import io.hawser.csi.v1.NodeExpandVolumeResponse;
import io.hawser.csi.v1.NodeGetVolumeStatsRequest;
import io.hawser.csi.v1.NodeGetVolumeStatsResponse;
import io.hawser.csi.v1.NodePublishVolumeRequest;
import io.hawser.csi.v1.NodePublishVolumeResponse;
import io.hawser.csi.v1.NodeServiceCapability;
import io.hawser.csi.v1.NodeStageVolumeRequest;
import io.hawser.csi.v1.NodeStageVolumeResponse;
import io.hawser.csi.v1.NodeUnpublishVolumeRequest;
import io.hawser.csi.v1.NodeUnpublishVolumeResponse;
import io.hawser.csi.v1.NodeUnstageVolumeRequest;
import io.hawser.csi.v1.NodeUnstageVolumeResponse;
import io.hawser.csi.v1.VolumeCondition;
import io.hawser.csi.v1.VolumeUsage;
import io.hawser.strict.call.AccessModes;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/** Stages and publishes volumes on a node, and undoes both. */
record NodeAnswers(PluginSelf self, Store store, NodeFiles files) {
    Answer stage(NodeStageVolumeRequest request, String node) {
        Optional<StoredVolume> found = store.volume(request.getVolumeId());
        if (found.isEmpty()) {
            return VolumeAnswers.notFound(request.getVolumeId());
        }
        StoredVolume volume = found.get();
        StoredVolume.Staging standing = volume.stagings.get(node);
        if (standing != null
                && !(standing.path().equals(request.getStagingTargetPath())
                        && standing.capability().equals(request.getVolumeCapability()))) {
            return failed(Code.ALREADY_EXISTS, "staged already, in another way");
        }
        if (self.capabilities().hasAttach() && !volume.attachments.containsKey(node)) {
            return failed(Code.FAILED_PRECONDITION, "not published to this node by the controller");
        }
        return doing(
                () -> {
                    files.stage(volume.id, Path.of(request.getStagingTargetPath()));
                    volume.stagings.put(
                            node,
                            new StoredVolume.Staging(
                                    request.getStagingTargetPath(), request.getVolumeCapability(), true));
                },
                NodeStageVolumeResponse.getDefaultInstance());
    }

    Answer unstage(NodeUnstageVolumeRequest request, String node) {
        return doing(
                () -> {
                    files.unstage(request.getVolumeId(), Path.of(request.getStagingTargetPath()));
                    store.volume(request.getVolumeId()).ifPresent(volume -> volume.stagings.remove(node));
                },
                NodeUnstageVolumeResponse.getDefaultInstance());
    }

    Answer publish(NodePublishVolumeRequest request, String node) {
        Optional<StoredVolume> found = store.volume(request.getVolumeId());
        if (found.isEmpty()) {
            return VolumeAnswers.notFound(request.getVolumeId());
        }
        StoredVolume volume = found.get();
        if (self.capabilities().hasStage() && !stagedAt(volume, node, request.getStagingTargetPath())) {
            return failed(Code.FAILED_PRECONDITION, "not staged at staging_target_path");
        }
        StoredVolume.Publication wanted =
                new StoredVolume.Publication(request.getVolumeCapability(), request.getReadonly());
        StoredVolume.Publication standing = volume.targetsOn(node).get(request.getTargetPath());
        if (standing != null && !standing.equals(wanted)) {
            return failed(Code.ALREADY_EXISTS, "published there already, in another way");
        }
        boolean many = AccessModes.atManyTargets(
                request.getVolumeCapability().getAccessMode().getMode());
        if (standing == null && !many && !volume.targetsOn(node).isEmpty()) {
            return failed(Code.FAILED_PRECONDITION, "published at another target path");
        }
        return doing(
                () -> {
                    if (standing == null) {
                        files.publish(
                                volume.id,
                                Path.of(request.getTargetPath()),
                                request.getReadonly(),
                                request.getVolumeCapability().hasBlock());
                    }
                    volume.targetsOn(node).put(request.getTargetPath(), wanted);
                },
                NodePublishVolumeResponse.getDefaultInstance());
    }

    Answer unpublish(NodeUnpublishVolumeRequest request, String node) {
        return doing(
                () -> {
                    files.unpublish(Path.of(request.getTargetPath()));
                    store.volume(request.getVolumeId())
                            .ifPresent(volume -> volume.targetsOn(node).remove(request.getTargetPath()));
                },
                NodeUnpublishVolumeResponse.getDefaultInstance());
    }

    Answer stats(NodeGetVolumeStatsRequest request, String node) {
        Optional<StoredVolume> volume =
                store.volume(request.getVolumeId()).filter(v -> isAt(v, node, request.getVolumePath()));
        if (volume.isEmpty()) {
            return failed(Code.NOT_FOUND, "the volume is not at volume_path");
        }
        NodeGetVolumeStatsResponse.Builder response = NodeGetVolumeStatsResponse.newBuilder()
                .addUsage(VolumeUsage.newBuilder()
                        .setUnit(VolumeUsage.Unit.BYTES)
                        .setTotal(volume.get().capacity)
                        .setAvailable(volume.get().capacity));
        if (self.capabilities().has(NodeServiceCapability.RPC.Type.VOLUME_CONDITION)) {
            response.setVolumeCondition(VolumeCondition.newBuilder().setMessage("well"));
        }
        return ok(response.build());
    }

    Answer expand(NodeExpandVolumeRequest request, String node) {
        Optional<StoredVolume> volume =
                store.volume(request.getVolumeId()).filter(v -> isAt(v, node, request.getVolumePath()));
        if (volume.isEmpty()) {
            return failed(Code.NOT_FOUND, "the volume is not at volume_path");
        }
        return ok(NodeExpandVolumeResponse.newBuilder()
                .setCapacityBytes(volume.get().capacity)
                .build());
    }

    private static boolean stagedAt(StoredVolume volume, String node, String path) {
        StoredVolume.Staging staging = volume.stagings.get(node);
        return staging != null && staging.complete() && staging.path().equals(path);
    }

    private static boolean isAt(StoredVolume volume, String node, String path) {
        return stagedAt(volume, node, path) || volume.targetsOn(node).containsKey(path);
    }

    private interface Work {
        void run() throws IOException;
    }

    private static Answer doing(Work work, Message done) {
        try {
            work.run();
            return ok(done);
        } catch (IOException e) {
            return failed(Code.INTERNAL, e.toString());
        }
    }
}
