package io.hawser.hostpath;

import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.netty.NettyChannelBuilder;
import io.hawser.csi.v1.CapacityRange;
import io.hawser.csi.v1.ControllerExpandVolumeRequest;
import io.hawser.csi.v1.ControllerExpandVolumeResponse;
import io.hawser.csi.v1.ControllerGrpc;
import io.hawser.csi.v1.ControllerPublishVolumeRequest;
import io.hawser.csi.v1.ControllerUnpublishVolumeRequest;
import io.hawser.csi.v1.CreateVolumeRequest;
import io.hawser.csi.v1.DeleteVolumeRequest;
import io.hawser.csi.v1.IdentityGrpc;
import io.hawser.csi.v1.ListVolumesRequest;
import io.hawser.csi.v1.ListVolumesResponse;
import io.hawser.csi.v1.NodeExpandVolumeRequest;
import io.hawser.csi.v1.NodeExpandVolumeResponse;
import io.hawser.csi.v1.NodeGrpc;
import io.hawser.csi.v1.NodePublishVolumeRequest;
import io.hawser.csi.v1.NodeStageVolumeRequest;
import io.hawser.csi.v1.NodeUnpublishVolumeRequest;
import io.hawser.csi.v1.NodeUnstageVolumeRequest;
import io.hawser.csi.v1.Volume;
import io.hawser.csi.v1.VolumeCapability;
import io.hawser.csi.v1.VolumeCapability.AccessMode.Mode;
import io.hawser.csi.v1.VolumeCapability.BlockVolume;
import io.hawser.csi.v1.VolumeCapability.MountVolume;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.epoll.EpollDomainSocketChannel;
import io.netty.channel.epoll.EpollEventLoopGroup;
import io.netty.channel.unix.DomainSocketAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A plain CSI client over a Unix socket, with the requests that the tests send in a line each. */
public final class PluginClient implements AutoCloseable {
    public final IdentityGrpc.IdentityBlockingStub identity;
    public final ControllerGrpc.ControllerBlockingStub controller;
    public final NodeGrpc.NodeBlockingStub node;
    private final EventLoopGroup loop = new EpollEventLoopGroup(1);
    private final ManagedChannel channel;

    public PluginClient(Path socket) {
        channel = NettyChannelBuilder.forAddress(new DomainSocketAddress(socket.toFile()))
                .overrideAuthority("localhost")
                .channelType(EpollDomainSocketChannel.class)
                .eventLoopGroup(loop)
                .usePlaintext()
                .build();
        identity = IdentityGrpc.newBlockingStub(channel).withWaitForReady();
        controller = ControllerGrpc.newBlockingStub(channel).withWaitForReady();
        node = NodeGrpc.newBlockingStub(channel).withWaitForReady();
    }

    public static VolumeCapability mount(Mode mode, String... flags) {
        return VolumeCapability.newBuilder()
                .setMount(MountVolume.newBuilder().addAllMountFlags(List.of(flags)))
                .setAccessMode(VolumeCapability.AccessMode.newBuilder().setMode(mode))
                .build();
    }

    public static VolumeCapability block(Mode mode) {
        return VolumeCapability.newBuilder()
                .setBlock(BlockVolume.getDefaultInstance())
                .setAccessMode(VolumeCapability.AccessMode.newBuilder().setMode(mode))
                .build();
    }

    public static Status.Code code(Runnable call) {
        return status(call).getCode();
    }

    /** How the call ended; every error must be explained, and carry no details (specification, "Error Scheme"). */
    public static Status status(Runnable call) {
        try {
            call.run();
            return Status.OK;
        } catch (StatusRuntimeException e) {
            if (e.getStatus().getDescription() == null
                    || e.getStatus().getDescription().isEmpty())
                throw new AssertionError("an error without a message", e);
            return e.getStatus();
        }
    }

    public static CreateVolumeRequest creation(String name, Mode mode) {
        return CreateVolumeRequest.newBuilder()
                .setName(name)
                .addVolumeCapabilities(mount(mode))
                .build();
    }

    public static DeleteVolumeRequest deletion(String id) {
        return DeleteVolumeRequest.newBuilder().setVolumeId(id).build();
    }

    /** For calls that the plugin may not survive. */
    public ControllerGrpc.ControllerBlockingStub controllerWithin(int seconds) {
        return controller.withDeadlineAfter(seconds, TimeUnit.SECONDS);
    }

    public Volume create(String name, Mode mode) {
        return controller.createVolume(creation(name, mode)).getVolume();
    }

    public Volume createBlock(String name, Mode mode, long bytes) {
        return controller
                .createVolume(CreateVolumeRequest.newBuilder()
                        .setName(name)
                        .addVolumeCapabilities(block(mode))
                        .setCapacityRange(CapacityRange.newBuilder().setRequiredBytes(bytes))
                        .build())
                .getVolume();
    }

    /** 0: not set. */
    public ControllerExpandVolumeResponse expand(String id, long required, long limit) {
        return controller.controllerExpandVolume(ControllerExpandVolumeRequest.newBuilder()
                .setVolumeId(id)
                .setCapacityRange(
                        CapacityRange.newBuilder().setRequiredBytes(required).setLimitBytes(limit))
                .build());
    }

    public NodeExpandVolumeResponse expandOnNode(String id, Path path, long required) {
        return node.nodeExpandVolume(NodeExpandVolumeRequest.newBuilder()
                .setVolumeId(id)
                .setVolumePath(path.toString())
                .setCapacityRange(CapacityRange.newBuilder().setRequiredBytes(required))
                .build());
    }

    public void delete(String id) {
        controller.deleteVolume(deletion(id));
    }

    public Map<String, String> attach(String id, String nodeId, Mode mode) {
        return attach(id, nodeId, mode, false);
    }

    public Map<String, String> attach(String id, String nodeId, Mode mode, boolean readonly) {
        return attach(id, nodeId, mount(mode), readonly);
    }

    public Map<String, String> attach(String id, String nodeId, VolumeCapability capability, boolean readonly) {
        return controller
                .controllerPublishVolume(ControllerPublishVolumeRequest.newBuilder()
                        .setVolumeId(id)
                        .setNodeId(nodeId)
                        .setVolumeCapability(capability)
                        .setReadonly(readonly)
                        .build())
                .getPublishContextMap();
    }

    public void detach(String id, String nodeId) {
        controller.controllerUnpublishVolume(ControllerUnpublishVolumeRequest.newBuilder()
                .setVolumeId(id)
                .setNodeId(nodeId)
                .build());
    }

    public void stage(String id, Map<String, String> context, Path staging, VolumeCapability capability) {
        node.nodeStageVolume(NodeStageVolumeRequest.newBuilder()
                .setVolumeId(id)
                .putAllPublishContext(context)
                .setStagingTargetPath(staging.toString())
                .setVolumeCapability(capability)
                .build());
    }

    public void unstage(String id, Path staging) {
        node.nodeUnstageVolume(NodeUnstageVolumeRequest.newBuilder()
                .setVolumeId(id)
                .setStagingTargetPath(staging.toString())
                .build());
    }

    public void publish(
            String id,
            Map<String, String> context,
            Path staging,
            Path target,
            VolumeCapability capability,
            boolean readonly) {
        node.nodePublishVolume(NodePublishVolumeRequest.newBuilder()
                .setVolumeId(id)
                .putAllPublishContext(context)
                .setStagingTargetPath(staging.toString())
                .setTargetPath(target.toString())
                .setVolumeCapability(capability)
                .setReadonly(readonly)
                .build());
    }

    public void unpublish(String id, Path target) {
        node.nodeUnpublishVolume(NodeUnpublishVolumeRequest.newBuilder()
                .setVolumeId(id)
                .setTargetPath(target.toString())
                .build());
    }

    public ListVolumesResponse list(int max, String token) {
        return controller.listVolumes(ListVolumesRequest.newBuilder()
                .setMaxEntries(max)
                .setStartingToken(token)
                .build());
    }

    @Override
    public void close() throws InterruptedException {
        channel.shutdownNow().awaitTermination(5, TimeUnit.SECONDS);
        loop.shutdownGracefully(0, 5, TimeUnit.SECONDS).awaitUninterruptibly(5, TimeUnit.SECONDS);
    }
}
