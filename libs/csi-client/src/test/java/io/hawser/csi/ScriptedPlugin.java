package io.hawser.csi;

import com.google.protobuf.Message;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Server;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.ServerServiceDefinition;
import io.grpc.Status;
import io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.ServerCalls;
import io.grpc.stub.StreamObserver;
import io.hawser.csi.v1.ControllerGetCapabilitiesResponse;
import io.hawser.csi.v1.ControllerServiceCapability;
import io.hawser.csi.v1.GetPluginCapabilitiesResponse;
import io.hawser.csi.v1.GetPluginInfoResponse;
import io.hawser.csi.v1.NodeGetCapabilitiesResponse;
import io.hawser.csi.v1.NodeServiceCapability;
import io.hawser.csi.v1.PluginCapability;
import io.netty.channel.epoll.EpollEventLoopGroup;
import io.netty.channel.epoll.EpollServerDomainSocketChannel;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.unix.DomainSocketAddress;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A plugin on a real Unix socket that says what a test tells it to say, and remembers what it was asked. It stands beside the strict plugin since it
 * says what no plugin may: two answers to one call, unknown numbers, capabilities that change under the same version; and it listens on TCP.
 */
final class ScriptedPlugin implements AutoCloseable {

    /** What to do with one call. */
    interface Reply<Q, R> {
        void to(Q request, StreamObserver<R> caller);
    }

    record Asked(String rpc, Message request, String authority) {}

    private final Path socket;
    private final EpollEventLoopGroup loops = new EpollEventLoopGroup(1);
    private final Map<String, Reply<Message, Message>> script = new ConcurrentHashMap<>();
    private final List<Asked> asked = new CopyOnWriteArrayList<>();
    private Server server;

    private ScriptedPlugin(Path socket) {
        this.socket = socket;
        answer(
                CsiRpc.GET_PLUGIN_INFO,
                GetPluginInfoResponse.newBuilder()
                        .setName("scripted.example.com")
                        .setVendorVersion("1.0")
                        .build());
        answer(CsiRpc.GET_PLUGIN_CAPABILITIES, plugin(1, 2));
        answer(CsiRpc.CONTROLLER_GET_CAPABILITIES, controller(Stream.iterate(1, i -> i < 16, i -> i + 1)));
        answer(CsiRpc.NODE_GET_CAPABILITIES, node(1, 2, 3, 4, 5, 6));
    }

    static ScriptedPlugin at(Path socket) {
        return new ScriptedPlugin(socket);
    }

    static ScriptedPlugin startedAt(Path socket) {
        return at(socket).start();
    }

    ScriptedPlugin start() {
        server = serving(NettyServerBuilder.forAddress(new DomainSocketAddress(socket.toFile()))
                .channelType(EpollServerDomainSocketChannel.class));
        return this;
    }

    /** Instead of on the socket, on a port of the loopback interface. */
    CsiEndpoint startOnTcp() {
        server = serving(NettyServerBuilder.forAddress(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
                .channelType(EpollServerSocketChannel.class));
        return new CsiEndpoint.Tcp("127.0.0.1", server.getPort());
    }

    private Server serving(NettyServerBuilder builder) {
        builder.bossEventLoopGroup(loops).workerEventLoopGroup(loops).intercept(new Listening());
        services().forEach(builder::addService);
        try {
            return builder.build().start();
        } catch (IOException cannotListen) {
            throw new UncheckedIOException(cannotListen);
        }
    }

    private Stream<ServerServiceDefinition> services() {
        Map<String, ServerServiceDefinition.Builder> services = new HashMap<>();
        for (CsiRpc<?, ?> rpc : CsiRpc.all()) {
            String service =
                    MethodDescriptor.extractFullServiceName(rpc.method().getFullMethodName());
            add(services.computeIfAbsent(service, ServerServiceDefinition::builder), rpc);
        }
        return services.values().stream().map(ServerServiceDefinition.Builder::build);
    }

    private <Q extends Message, R extends Message> void add(ServerServiceDefinition.Builder service, CsiRpc<Q, R> rpc) {
        service.addMethod(rpc.method(), ServerCalls.asyncUnaryCall((request, caller) -> reply(rpc, request, caller)));
    }

    @SuppressWarnings("unchecked")
    private <Q extends Message, R extends Message> void reply(CsiRpc<Q, R> rpc, Q request, StreamObserver<R> caller) {
        Reply<Message, Message> reply = script.get(rpc.name());
        if (reply == null) {
            caller.onError(
                    Status.UNIMPLEMENTED.withDescription("not in the script").asRuntimeException());
        } else {
            reply.to(request, (StreamObserver<Message>) caller);
        }
    }

    @SuppressWarnings("unchecked")
    <Q extends Message, R extends Message> ScriptedPlugin when(CsiRpc<Q, R> rpc, Reply<Q, R> reply) {
        script.put(rpc.name(), (Reply<Message, Message>) (Reply<?, ?>) reply);
        return this;
    }

    <Q extends Message, R extends Message> ScriptedPlugin answer(CsiRpc<Q, R> rpc, R response) {
        return when(rpc, (request, caller) -> {
            caller.onNext(response);
            caller.onCompleted();
        });
    }

    ScriptedPlugin fail(CsiRpc<?, ?> rpc, Status status) {
        return when(rpc, (request, caller) -> caller.onError(status.asRuntimeException()));
    }

    ScriptedPlugin hang(CsiRpc<?, ?> rpc) {
        return when(rpc, (request, caller) -> {});
    }

    /** The connection breaks while the call runs. */
    ScriptedPlugin dropOn(CsiRpc<?, ?> rpc) {
        return when(rpc, (request, caller) -> server.shutdownNow());
    }

    List<String> askedRpcs() {
        return asked.stream().map(Asked::rpc).toList();
    }

    List<Asked> asked() {
        return asked;
    }

    long times(CsiRpc<?, ?> rpc) {
        return asked.stream().filter(each -> each.rpc().equals(rpc.name())).count();
    }

    @SuppressWarnings("unchecked")
    <Q extends Message> Q lastRequest(CsiRpc<Q, ?> rpc) {
        return (Q) asked.stream()
                .filter(each -> each.rpc().equals(rpc.name()))
                .reduce((a, b) -> b)
                .orElseThrow()
                .request();
    }

    /** Goes away, socket and all. */
    ScriptedPlugin stop() {
        try {
            server.shutdownNow().awaitTermination();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
        return this;
    }

    @Override
    public void close() {
        if (server != null) {
            stop();
        }
        loops.shutdownGracefully(0, 0, TimeUnit.SECONDS).awaitUninterruptibly();
    }

    static GetPluginCapabilitiesResponse plugin(int... services) {
        GetPluginCapabilitiesResponse.Builder answer = GetPluginCapabilitiesResponse.newBuilder();
        for (int service : services) {
            answer.addCapabilities(PluginCapability.newBuilder()
                    .setService(PluginCapability.Service.newBuilder().setTypeValue(service)));
        }
        return answer.build();
    }

    static ControllerGetCapabilitiesResponse controller(Stream<Integer> rpcs) {
        ControllerGetCapabilitiesResponse.Builder answer = ControllerGetCapabilitiesResponse.newBuilder();
        rpcs.forEach(rpc -> answer.addCapabilities(ControllerServiceCapability.newBuilder()
                .setRpc(ControllerServiceCapability.RPC.newBuilder().setTypeValue(rpc))));
        return answer.build();
    }

    static NodeGetCapabilitiesResponse node(int... rpcs) {
        NodeGetCapabilitiesResponse.Builder answer = NodeGetCapabilitiesResponse.newBuilder();
        for (int rpc : rpcs) {
            answer.addCapabilities(NodeServiceCapability.newBuilder()
                    .setRpc(NodeServiceCapability.RPC.newBuilder().setTypeValue(rpc)));
        }
        return answer.build();
    }

    /** Remembers each request before it is answered. */
    private final class Listening implements ServerInterceptor {
        @Override
        public <Q, R> ServerCall.Listener<Q> interceptCall(
                ServerCall<Q, R> call, Metadata headers, ServerCallHandler<Q, R> next) {
            String rpc = call.getMethodDescriptor().getBareMethodName();
            return new io.grpc.ForwardingServerCallListener.SimpleForwardingServerCallListener<>(
                    next.startCall(call, headers)) {
                @Override
                public void onMessage(Q message) {
                    asked.add(new Asked(rpc, (Message) message, call.getAuthority()));
                    super.onMessage(message);
                }
            };
        }
    }
}
