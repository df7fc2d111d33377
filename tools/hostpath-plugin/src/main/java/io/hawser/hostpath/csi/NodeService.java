package io.hawser.hostpath.csi;

import io.grpc.stub.StreamObserver;
import io.hawser.csi.v1.NodeExpandVolumeRequest;
import io.hawser.csi.v1.NodeExpandVolumeResponse;
import io.hawser.csi.v1.NodeGetCapabilitiesRequest;
import io.hawser.csi.v1.NodeGetCapabilitiesResponse;
import io.hawser.csi.v1.NodeGetInfoRequest;
import io.hawser.csi.v1.NodeGetInfoResponse;
import io.hawser.csi.v1.NodeGetVolumeStatsRequest;
import io.hawser.csi.v1.NodeGetVolumeStatsResponse;
import io.hawser.csi.v1.NodeGrpc;
import io.hawser.csi.v1.NodePublishVolumeRequest;
import io.hawser.csi.v1.NodePublishVolumeResponse;
import io.hawser.csi.v1.NodeServiceCapability;
import io.hawser.csi.v1.NodeServiceCapability.RPC;
import io.hawser.csi.v1.NodeStageVolumeRequest;
import io.hawser.csi.v1.NodeStageVolumeResponse;
import io.hawser.csi.v1.NodeUnpublishVolumeRequest;
import io.hawser.csi.v1.NodeUnpublishVolumeResponse;
import io.hawser.csi.v1.NodeUnstageVolumeRequest;
import io.hawser.csi.v1.NodeUnstageVolumeResponse;
import io.hawser.csi.v1.VolumeUsage;
import io.hawser.hostpath.node.Staging;
import io.hawser.hostpath.node.Target;
import io.hawser.hostpath.store.StateFolder;
import io.hawser.hostpath.volume.Capability;
import io.hawser.hostpath.volume.NodeId;
import io.hawser.hostpath.volume.Refusal.Reason;
import io.hawser.hostpath.volume.RefusedException;
import io.hawser.hostpath.volume.SizeRange;
import io.hawser.hostpath.volume.VolumeId;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** CSI Node: reads requests, calls {@link NodeCalls}, writes answers. */
public final class NodeService extends NodeGrpc.NodeImplBase {
    private static final List<RPC.Type> CAPABILITIES = List.of(
            RPC.Type.STAGE_UNSTAGE_VOLUME,
            RPC.Type.GET_VOLUME_STATS,
            RPC.Type.EXPAND_VOLUME,
            RPC.Type.SINGLE_NODE_MULTI_WRITER);

    private final StateFolder state;
    private final NodeId node;
    private final String topologyKey;
    private final NodeCalls calls;

    public NodeService(PluginSettings settings, StateFolder state) {
        this.state = state;
        this.node = settings.node();
        this.topologyKey = settings.topologyKey();
        this.calls = new NodeCalls(state, node);
    }

    @Override
    public void nodeStageVolume(NodeStageVolumeRequest request, StreamObserver<NodeStageVolumeResponse> observer) {
        Answers.answer(observer, () -> {
            Optional<VolumeId> id = Requests.volumeId(request.getVolumeId());
            Path path = path(request.getStagingTargetPath(), "staging_target_path");
            Requests.require(request.hasVolumeCapability(), "volume_capability");
            Capability capability = Requests.capability(request.getVolumeCapability());
            calls.stage(
                    known(id, request.getVolumeId()), request.getPublishContextMap(), new Staging(path, capability));
            return NodeStageVolumeResponse.getDefaultInstance();
        });
    }

    @Override
    public void nodeUnstageVolume(
            NodeUnstageVolumeRequest request, StreamObserver<NodeUnstageVolumeResponse> observer) {
        Answers.answer(observer, () -> {
            Optional<VolumeId> id = Requests.volumeId(request.getVolumeId());
            Path path = path(request.getStagingTargetPath(), "staging_target_path");
            if (id.isPresent()) calls.unstage(id.get(), path);
            return NodeUnstageVolumeResponse.getDefaultInstance();
        });
    }

    @Override
    public void nodePublishVolume(
            NodePublishVolumeRequest request, StreamObserver<NodePublishVolumeResponse> observer) {
        Answers.answer(observer, () -> {
            Optional<VolumeId> id = Requests.volumeId(request.getVolumeId());
            Path target = path(request.getTargetPath(), "target_path");
            Requests.require(request.hasVolumeCapability(), "volume_capability");
            Capability capability = Requests.capability(request.getVolumeCapability());
            VolumeId volume = known(id, request.getVolumeId());
            if (request.getStagingTargetPath().isEmpty())
                throw new RefusedException(
                        Reason.FAILED_PRECONDITION, "staging_target_path: this plugin stages volumes");
            Path staging = path(request.getStagingTargetPath(), "staging_target_path");
            calls.publish(
                    volume,
                    request.getPublishContextMap(),
                    staging,
                    new Target(target, capability, request.getReadonly()));
            return NodePublishVolumeResponse.getDefaultInstance();
        });
    }

    @Override
    public void nodeUnpublishVolume(
            NodeUnpublishVolumeRequest request, StreamObserver<NodeUnpublishVolumeResponse> observer) {
        Answers.answer(observer, () -> {
            Optional<VolumeId> id = Requests.volumeId(request.getVolumeId());
            Path target = path(request.getTargetPath(), "target_path");
            if (id.isPresent()) calls.unpublish(id.get(), target);
            return NodeUnpublishVolumeResponse.getDefaultInstance();
        });
    }

    @Override
    public void nodeGetVolumeStats(
            NodeGetVolumeStatsRequest request, StreamObserver<NodeGetVolumeStatsResponse> observer) {
        Answers.answer(observer, () -> stats(request));
    }

    @Override
    public void nodeExpandVolume(NodeExpandVolumeRequest request, StreamObserver<NodeExpandVolumeResponse> observer) {
        Answers.answer(observer, () -> {
            Optional<VolumeId> id = Requests.volumeId(request.getVolumeId());
            Requests.require(!request.getVolumePath().isEmpty(), "volume_path");
            SizeRange size = request.hasCapacityRange() ? Requests.size(request.getCapacityRange()) : SizeRange.ANY;
            if (request.hasVolumeCapability()) Requests.requireWhole(request.getVolumeCapability());
            VolumeId volume = known(id, request.getVolumeId());
            Path path = Requests.somePath(request.getVolumePath())
                    .orElseThrow(() -> new RefusedException(Reason.NOT_FOUND, "volume_path: is no absolute path"));
            return NodeExpandVolumeResponse.newBuilder()
                    .setCapacityBytes(calls.expand(volume, path, size))
                    .build();
        });
    }

    /** A directory's size is not enforced, so its numbers are those of the state folder's file system. */
    private NodeGetVolumeStatsResponse stats(NodeGetVolumeStatsRequest request) throws IOException {
        Optional<VolumeId> id = Requests.volumeId(request.getVolumeId());
        Requests.require(!request.getVolumePath().isEmpty(), "volume_path");
        VolumeId volume = known(id, request.getVolumeId());
        Optional<Path> path = Requests.somePath(request.getVolumePath());
        if (path.isEmpty() || !calls.mountedAt(volume, path.get()))
            throw new RefusedException(Reason.NOT_FOUND, "volume_path: the volume is not mounted there");
        OptionalLong device = calls.deviceBytes(volume);
        if (device.isPresent())
            return NodeGetVolumeStatsResponse.newBuilder()
                    .addUsage(VolumeUsage.newBuilder()
                            .setUnit(VolumeUsage.Unit.BYTES)
                            .setTotal(device.getAsLong()))
                    .build();
        File mount = path.get().toFile();
        return NodeGetVolumeStatsResponse.newBuilder()
                .addUsage(VolumeUsage.newBuilder()
                        .setUnit(VolumeUsage.Unit.BYTES)
                        .setTotal(mount.getTotalSpace())
                        .setAvailable(mount.getUsableSpace())
                        .setUsed(mount.getTotalSpace() - mount.getFreeSpace()))
                .build();
    }

    @Override
    public void nodeGetCapabilities(
            NodeGetCapabilitiesRequest request, StreamObserver<NodeGetCapabilitiesResponse> observer) {
        Answers.answer(observer, () -> NodeGetCapabilitiesResponse.newBuilder()
                .addAllCapabilities(CAPABILITIES.stream()
                        .map(type -> NodeServiceCapability.newBuilder()
                                .setRpc(RPC.newBuilder().setType(type))
                                .build())
                        .toList())
                .build());
    }

    @Override
    public void nodeGetInfo(NodeGetInfoRequest request, StreamObserver<NodeGetInfoResponse> observer) {
        Answers.answer(observer, () -> NodeGetInfoResponse.newBuilder()
                .setNodeId(node.text())
                .setAccessibleTopology(Responses.topology(node, topologyKey))
                .build());
    }

    private Path path(String text, String field) {
        return Requests.path(text, field, state.root());
    }

    private static VolumeId known(Optional<VolumeId> id, String text) {
        return id.orElseThrow(() -> Requests.unknownVolume(text));
    }
}
