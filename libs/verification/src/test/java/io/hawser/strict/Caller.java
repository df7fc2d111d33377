package io.hawser.strict;

import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.netty.NettyChannelBuilder;
import io.hawser.csi.v1.ControllerGetCapabilitiesRequest;
import io.hawser.csi.v1.ControllerGrpc;
import io.hawser.csi.v1.GetPluginCapabilitiesRequest;
import io.hawser.csi.v1.GroupControllerGetCapabilitiesRequest;
import io.hawser.csi.v1.GroupControllerGrpc;
import io.hawser.csi.v1.IdentityGrpc;
import io.hawser.csi.v1.NodeGetCapabilitiesRequest;
import io.hawser.csi.v1.NodeGetInfoRequest;
import io.hawser.csi.v1.NodeGrpc;
import io.hawser.strict.call.Capabilities;
import io.netty.channel.epoll.EpollDomainSocketChannel;
import io.netty.channel.epoll.EpollEventLoopGroup;
import io.netty.channel.unix.DomainSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;

/** A plain caller of a strict plugin: stubs over its Unix sockets, and nothing that keeps a rule by itself. */
final class Caller implements AutoCloseable {

    private static final EpollEventLoopGroup LOOPS = new EpollEventLoopGroup(2, runnable -> {
        Thread thread = new Thread(runnable, "caller");
        thread.setDaemon(true);
        return thread;
    });

    private final StrictPlugin plugin;
    private final Path folder;
    private final Duration deadline;
    private final ManagedChannel controllerChannel;
    private final Map<String, ManagedChannel> nodeChannels = new HashMap<>();
    private final boolean careful;
    private final List<OneTransport> carriers = new ArrayList<>();

    Caller(StrictPlugin plugin, Path folder) {
        this(plugin, folder, Duration.ofSeconds(120), false);
    }

    private Caller(StrictPlugin plugin, Path folder, Duration deadline, boolean careful) {
        this.plugin = plugin;
        this.folder = folder;
        this.deadline = deadline;
        this.careful = careful;
        this.controllerChannel = connected(plugin.controllerEndpoint());
    }

    /**
     * One that sends nothing over another transport of an endpoint than the first one since {@link #reconnect}.
     *
     * @param deadline of each call
     */
    static Caller careful(StrictPlugin plugin, Path folder, Duration deadline) {
        return new Caller(plugin, folder, deadline, true);
    }

    static ManagedChannel channel(String endpoint) {
        return builder(endpoint).build();
    }

    private static NettyChannelBuilder builder(String endpoint) {
        return NettyChannelBuilder.forAddress(new DomainSocketAddress(endpoint.substring("unix:".length())))
                .eventLoopGroup(LOOPS)
                .channelType(EpollDomainSocketChannel.class)
                .usePlaintext()
                // gRPC repeats a call that did not leave before its connection broke, over the next connection.
                .disableRetry()
                .overrideAuthority("localhost");
    }

    private ManagedChannel connected(String endpoint) {
        if (!careful) {
            return channel(endpoint);
        }
        OneTransport carrier = new OneTransport();
        carriers.add(carrier);
        return builder(endpoint).addTransportFilter(carrier).intercept(carrier).build();
    }

    StrictPlugin plugin() {
        return plugin;
    }

    /** A folder of the caller's own, for staging and target paths. */
    Path folder() {
        return folder;
    }

    IdentityGrpc.IdentityBlockingStub identity() {
        return IdentityGrpc.newBlockingStub(controllerChannel)
                .withDeadlineAfter(deadline.toMillis(), TimeUnit.MILLISECONDS);
    }

    ControllerGrpc.ControllerBlockingStub controller() {
        return ControllerGrpc.newBlockingStub(controllerChannel)
                .withDeadlineAfter(deadline.toMillis(), TimeUnit.MILLISECONDS);
    }

    ControllerGrpc.ControllerFutureStub controllerLater() {
        return ControllerGrpc.newFutureStub(controllerChannel)
                .withDeadlineAfter(deadline.toMillis(), TimeUnit.MILLISECONDS);
    }

    GroupControllerGrpc.GroupControllerBlockingStub group() {
        return GroupControllerGrpc.newBlockingStub(controllerChannel)
                .withDeadlineAfter(deadline.toMillis(), TimeUnit.MILLISECONDS);
    }

    NodeGrpc.NodeBlockingStub node(String nodeName) {
        return NodeGrpc.newBlockingStub(nodeChannel(nodeName))
                .withDeadlineAfter(deadline.toMillis(), TimeUnit.MILLISECONDS);
    }

    NodeGrpc.NodeFutureStub nodeLater(String nodeName) {
        return NodeGrpc.newFutureStub(nodeChannel(nodeName))
                .withDeadlineAfter(deadline.toMillis(), TimeUnit.MILLISECONDS);
    }

    ManagedChannel controllerChannel() {
        return controllerChannel;
    }

    ManagedChannel nodeChannel(String nodeName) {
        return nodeChannels.computeIfAbsent(nodeName, name -> connected(plugin.nodeEndpoint(name)));
    }

    /** Connects again at once, where gRPC would wait longer each time. */
    void reconnect() {
        carriers.forEach(OneTransport::beginAnew);
        controllerChannel.resetConnectBackoff();
        nodeChannels.values().forEach(ManagedChannel::resetConnectBackoff);
    }

    /**
     * Reads all that has to be read before use, of the controller and of these nodes. The first question is asked again
     * as the last: a careful caller gets an answer to it only from the plugin that answered the first, and so knows
     * that the one in between was no other.
     */
    void read(Capabilities offered, String... nodeNames) {
        readIdentity();
        if (offered.hasController()) {
            controller().controllerGetCapabilities(ControllerGetCapabilitiesRequest.getDefaultInstance());
        }
        if (offered.group()) {
            group().groupControllerGetCapabilities(GroupControllerGetCapabilitiesRequest.getDefaultInstance());
        }
        for (String nodeName : nodeNames) {
            node(nodeName).nodeGetCapabilities(NodeGetCapabilitiesRequest.getDefaultInstance());
            node(nodeName).nodeGetInfo(NodeGetInfoRequest.getDefaultInstance());
        }
        if (careful && nodeNames.length > 0) {
            readIdentity();
        }
    }

    private void readIdentity() {
        identity().getPluginCapabilities(GetPluginCapabilitiesRequest.getDefaultInstance());
    }

    /** The status code of a call that may fail; empty if it did not. */
    static Optional<Status.Code> code(Callable<?> call) {
        try {
            call.call();
            return Optional.empty();
        } catch (StatusRuntimeException e) {
            return Optional.of(e.getStatus().getCode());
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        controllerChannel.shutdownNow();
        nodeChannels.values().forEach(ManagedChannel::shutdownNow);
    }
}
