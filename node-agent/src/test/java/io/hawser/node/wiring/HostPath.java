package io.hawser.node.wiring;

import io.hawser.csi.ConnectionOptions;
import io.hawser.csi.CsiClient;
import io.hawser.csi.CsiConnection;
import io.hawser.csi.CsiEndpoint;
import io.hawser.csi.CsiRpc;
import io.hawser.csi.CsiService;
import io.hawser.csi.RpcOutcome;
import io.hawser.csi.v1.CapacityRange;
import io.hawser.csi.v1.ControllerExpandVolumeRequest;
import io.hawser.csi.v1.ControllerPublishVolumeRequest;
import io.hawser.csi.v1.CreateVolumeRequest;
import io.hawser.csi.v1.VolumeCapability;
import io.hawser.hostpath.Endpoint;
import io.hawser.hostpath.PluginServer;
import io.hawser.hostpath.csi.PluginSettings;
import io.hawser.hostpath.mount.LoopDevices;
import io.hawser.hostpath.volume.NodeId;
import io.hawser.hostpath.volume.VolumeId;
import io.hawser.testkit.shared.ScratchFolder;
import io.hawser.v1.Assignment;
import io.hawser.v1.BlockAccess;
import io.hawser.v1.MountAccess;
import io.hawser.v1.Scope;
import io.hawser.v1.Sharing;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;

/** The plugin beside the agent, with the volumes that its controller makes. */
final class HostPath implements AutoCloseable {
    static final String NAME = PluginSettings.DEFAULT_NAME;
    private static final Duration DEADLINE = Duration.ofMinutes(2);
    private static final VolumeCapability.AccessMode SHARED = VolumeCapability.AccessMode.newBuilder()
            .setMode(VolumeCapability.AccessMode.Mode.SINGLE_NODE_MULTI_WRITER)
            .build();

    private final Path folder;
    private final Path state;
    private final CsiClient csi = CsiClient.create(new SimpleMeterRegistry());
    private Optional<PluginServer> server = Optional.empty();

    /** @param folder where its socket is */
    HostPath(Path folder) throws IOException {
        this.folder = folder;
        state = ScratchFolder.create("hostpath");
    }

    Path socket() {
        return folder.resolve("hostpath.sock");
    }

    void start() throws IOException {
        server = Optional.of(PluginServer.start(
                new PluginSettings(NAME, new NodeId(Orchestra.NODE), state, PluginSettings.DEFAULT_MAX_BYTES),
                Endpoint.parse("unix://" + socket())));
    }

    void stop() {
        server.ifPresent(PluginServer::close);
        server = Optional.empty();
    }

    /**
     * Creates the volume and attaches it to the node, as volume-service would; the result is an assignment without
     * targets.
     */
    Assignment attached(String volume) {
        VolumeCapability capability = VolumeCapability.newBuilder()
                .setMount(VolumeCapability.MountVolume.getDefaultInstance())
                .setAccessMode(SHARED)
                .build();
        return attached(volume, capability)
                .setMount(MountAccess.getDefaultInstance())
                .build();
    }

    /** The same for a block volume. */
    Assignment attachedBlock(String volume) {
        VolumeCapability capability = VolumeCapability.newBuilder()
                .setBlock(VolumeCapability.BlockVolume.getDefaultInstance())
                .setAccessMode(SHARED)
                .build();
        return attached(volume, capability)
                .setBlock(BlockAccess.getDefaultInstance())
                .build();
    }

    /** The controller grows the volume. */
    void grow(Assignment volume, long bytes) {
        done(controller()
                .call(
                        CsiRpc.CONTROLLER_EXPAND_VOLUME,
                        ControllerExpandVolumeRequest.newBuilder()
                                .setVolumeId(volume.getVolumeId())
                                .setCapacityRange(CapacityRange.newBuilder().setRequiredBytes(bytes))
                                .build(),
                        DEADLINE)
                .await()
                .indefinitely());
    }

    private CsiConnection controller() {
        return csi.connect(CsiEndpoint.parse("unix://" + socket()), ConnectionOptions.reading(CsiService.CONTROLLER));
    }

    private Assignment.Builder attached(String volume, VolumeCapability capability) {
        CsiConnection controller = controller();
        var created = done(controller
                .call(
                        CsiRpc.CREATE_VOLUME,
                        CreateVolumeRequest.newBuilder()
                                .setName("vol-" + UUID.randomUUID())
                                .setCapacityRange(CapacityRange.newBuilder().setRequiredBytes(1 << 20))
                                .addVolumeCapabilities(capability)
                                .build(),
                        DEADLINE)
                .await()
                .indefinitely());
        var published = done(controller
                .call(
                        CsiRpc.CONTROLLER_PUBLISH_VOLUME,
                        ControllerPublishVolumeRequest.newBuilder()
                                .setVolumeId(created.getVolume().getVolumeId())
                                .setNodeId(Orchestra.NODE)
                                .setVolumeCapability(capability)
                                .putAllVolumeContext(created.getVolume().getVolumeContextMap())
                                .build(),
                        DEADLINE)
                .await()
                .indefinitely());
        return Assignment.newBuilder()
                .setNode(Orchestra.NODE)
                .setVolume(volume)
                .setUid("u1")
                .setPlugin(NAME)
                .setVolumeId(created.getVolume().getVolumeId())
                .putAllVolumeContext(created.getVolume().getVolumeContextMap())
                .putAllPublishContext(published.getPublishContextMap())
                .setScope(Scope.SCOPE_SINGLE_NODE)
                .setSharing(Sharing.SHARING_ALL);
    }

    private static <R> R done(RpcOutcome<R> ending) {
        if (ending instanceof RpcOutcome.Done<R>(R answer)) {
            return answer;
        }
        throw new AssertionError("" + ending);
    }

    /** Gives back the devices of volumes that a failed test left, once they are unmounted. */
    @Override
    public void close() throws IOException {
        csi.close();
        if (Files.exists(state.resolve("data"))) {
            try (var data = Files.list(state.resolve("data"))) {
                for (Path volume : data.toList()) {
                    new LoopDevices(new NodeId(Orchestra.NODE))
                            .detach(VolumeId.parse(volume.getFileName().toString())
                                    .orElseThrow());
                }
            }
        }
    }
}
