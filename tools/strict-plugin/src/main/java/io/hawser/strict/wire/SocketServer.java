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
import io.hawser.strict.call.Rpc;
import io.hawser.strict.call.Side;
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
 * A gRPC server on one Unix socket, or one TCP port. It passes every call to one consumer, on one executor, and leaves
 * the answer to it. Responses are bytes, so that a fault script can send bytes that are no valid message.
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
     * Listens on a socket. A file that an earlier server left there is replaced.
     *
     * @param sides the services to serve
     * @param executor runs the consumer and all callbacks of its calls; must run one task at a time
     * @throws IOException if the socket cannot be bound
     */
    public static SocketServer listen(
            Path socket, Set<Side> sides, EventLoopGroup loops, Executor executor, Consumer<IncomingCall> consumer)
            throws IOException {
        Files.createDirectories(socket.toAbsolutePath().getParent());
        // On close, Netty removes the file that it bound; the file of a killed process stays. So the file gets its name
        // later.
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

    /** A name beside the socket, and not longer: socket paths are limited in length. */
    private static Path notYet(Path socket) {
        String name = socket.getFileName().toString();
        return socket.resolveSibling(name.substring(0, name.length() - 1) + "~");
    }

    /** The same on a TCP port; 0 = any free port. */
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

    /** The TCP port; -1 on a socket. */
    public int port() {
        return server.getPort();
    }

    /** Closes every connection and the listener abruptly, as the death of a process does; the socket's file stays. */
    public void kill() {
        connections.cutAll();
        server.shutdownNow();
    }

    /** Like {@link #kill}, and also removes the socket's file. */
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
                // Unary for its callers. For a unary method, gRPC's server sends exactly one message, and not none or
                // two.
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
                    connections.of(number),
                    Optional.ofNullable(context.getDeadline()),
                    Connections.CLOSED.get(context),
                    call));
        }

        @Override
        public void onHalfClose() {
            // What a killed process had read, and not looked at, is lost with it. The next process knows nothing of it.
            if (!connections.areCut()) {
                incoming.ifPresent(consumer);
            }
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
