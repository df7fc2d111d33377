package io.hawser.strict.wire;

import com.google.protobuf.Message;
import io.grpc.Context;
import io.grpc.MethodDescriptor;
import io.grpc.Server;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerServiceDefinition;
import io.grpc.netty.NettyServerBuilder;
import io.grpc.protobuf.ProtoUtils;
import io.hawser.strict.Rpc;
import io.hawser.strict.Side;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.ServerChannel;
import io.netty.channel.epoll.EpollServerDomainSocketChannel;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.unix.DomainSocketAddress;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * A gRPC server on one Unix socket, or one TCP port, that hands every call to one consumer, on one executor, and leaves
 * answering to it. Responses are bytes, so that a fault script can send some that are no message.
 */
public final class SocketServer {

    private static final int LARGEST_REQUEST = 64 * 1024 * 1024;

    private final Optional<Path> socket;
    private final Connections connections;
    private final Server server;

    private SocketServer(Optional<Path> socket, Connections connections, Server server) {
        this.socket = socket;
        this.connections = connections;
        this.server = server;
    }

    /**
     * Listens on a socket; a file left there by an earlier server is replaced.
     *
     * @param sides the services to serve
     * @param executor runs the consumer and everything about its calls; must run one thing at a time
     * @throws IOException if the socket cannot be bound
     */
    public static SocketServer listen(
            Path socket, Set<Side> sides, EventLoopGroup loops, Executor executor, Consumer<IncomingCall> consumer)
            throws IOException {
        Files.createDirectories(socket.toAbsolutePath().getParent());
        // Netty removes the file that it bound when it closes; a killed process leaves its own. So the file gets its
        // name afterwards.
        Path bound = notYet(socket);
        Files.deleteIfExists(bound);
        SocketServer server = listen(
                new DomainSocketAddress(bound.toFile()),
                EpollServerDomainSocketChannel::new,
                Optional.of(socket),
                sides,
                loops,
                executor,
                consumer);
        Files.move(bound, socket, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
        return server;
    }

    /** A name beside it that is no longer: those of sockets may not be long. */
    private static Path notYet(Path socket) {
        String name = socket.getFileName().toString();
        return socket.resolveSibling(name.substring(0, name.length() - 1) + "~");
    }

    /**
     * Listens on a TCP port; 0 = any that is free.
     *
     * @param sides the services to serve
     * @param executor runs the consumer and everything about its calls; must run one thing at a time
     * @throws IOException if the port cannot be bound
     */
    public static SocketServer listen(
            InetSocketAddress address,
            Set<Side> sides,
            EventLoopGroup loops,
            Executor executor,
            Consumer<IncomingCall> consumer)
            throws IOException {
        return listen(address, EpollServerSocketChannel::new, Optional.empty(), sides, loops, executor, consumer);
    }

    private static SocketServer listen(
            SocketAddress address,
            Supplier<ServerChannel> listener,
            Optional<Path> socket,
            Set<Side> sides,
            EventLoopGroup loops,
            Executor executor,
            Consumer<IncomingCall> consumer)
            throws IOException {
        Connections connections = new Connections();
        Server server = NettyServerBuilder.forAddress(address)
                .channelFactory(() -> {
                    ServerChannel channel = listener.get();
                    channel.pipeline().addFirst(connections.acceptor());
                    return channel;
                })
                .bossEventLoopGroup(loops)
                .workerEventLoopGroup(loops)
                .executor(executor)
                .addStreamTracerFactory(connections)
                .maxInboundMessageSize(LARGEST_REQUEST)
                .addServices(sides.stream()
                        .map(side -> service(side, connections, consumer))
                        .toList())
                .build()
                .start();
        return new SocketServer(socket, connections, server);
    }

    /** The TCP port that it listens on; -1 on a socket. */
    public int port() {
        return server.getPort();
    }

    /** Closes every connection and the listener at once, as a killed process would; the socket's file stays. */
    public void kill() {
        connections.cutAll();
        server.shutdownNow();
    }

    /** The same, and the socket's file is gone too. */
    public void killAndUnlink() {
        kill();
        socket.ifPresent(SocketServer::unlink);
    }

    private static void unlink(Path socket) {
        try {
            Files.deleteIfExists(socket);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static ServerServiceDefinition service(
            Side side, Connections connections, Consumer<IncomingCall> consumer) {
        List<Rpc> rpcs =
                Arrays.stream(Rpc.values()).filter(rpc -> rpc.side() == side).toList();
        String fullName = rpcs.get(0).fullName();
        ServerServiceDefinition.Builder service =
                ServerServiceDefinition.builder(fullName.substring(0, fullName.indexOf('/')));
        rpcs.forEach(rpc -> service.addMethod(method(rpc), handler(rpc, connections, consumer)));
        return service.build();
    }

    private static MethodDescriptor<Message, byte[]> method(Rpc rpc) {
        return MethodDescriptor.<Message, byte[]>newBuilder()
                // Unary for its callers. Of a unary method gRPC's server sends one message, and neither none nor two.
                .setType(MethodDescriptor.MethodType.SERVER_STREAMING)
                .setFullMethodName(rpc.fullName())
                .setRequestMarshaller(ProtoUtils.marshaller(rpc.requestPrototype()))
                .setResponseMarshaller(new Bytes())
                .build();
    }

    private static ServerCallHandler<Message, byte[]> handler(
            Rpc rpc, Connections connections, Consumer<IncomingCall> consumer) {
        return (call, headers) -> {
            call.request(2);
            return new Listener(rpc, call, connections, consumer);
        };
    }

    private static final class Listener extends ServerCall.Listener<Message> {
        private final Rpc rpc;
        private final ServerCall<Message, byte[]> call;
        private final Connections connections;
        private final Consumer<IncomingCall> consumer;
        private Optional<IncomingCall> incoming = Optional.empty();

        Listener(Rpc rpc, ServerCall<Message, byte[]> call, Connections connections, Consumer<IncomingCall> consumer) {
            this.rpc = rpc;
            this.call = call;
            this.connections = connections;
            this.consumer = consumer;
        }

        @Override
        public void onMessage(Message request) {
            Context context = Context.current();
            long number = Optional.ofNullable(Connections.NUMBER.get(context)).orElse(0L);
            incoming = Optional.of(new IncomingCall(
                    rpc,
                    request,
                    number,
                    Optional.ofNullable(context.getDeadline()),
                    Connections.CLOSED.get(context),
                    call,
                    () -> connections.cut(number)));
        }

        @Override
        public void onHalfClose() {
            incoming.ifPresent(consumer);
        }

        @Override
        public void onCancel() {
            incoming.ifPresent(IncomingCall::cancelled);
        }
    }

    private static final class Bytes implements MethodDescriptor.Marshaller<byte[]> {
        @Override
        public InputStream stream(byte[] value) {
            return new ByteArrayInputStream(value);
        }

        @Override
        public byte[] parse(InputStream stream) {
            try {
                return stream.readAllBytes();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
