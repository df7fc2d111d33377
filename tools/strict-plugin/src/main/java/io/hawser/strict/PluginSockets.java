package io.hawser.strict;

import io.hawser.strict.call.Side;
import io.hawser.strict.wire.IncomingCall;
import io.hawser.strict.wire.SocketServer;
import io.netty.channel.epoll.EpollEventLoopGroup;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** The sockets of a plugin and its TCP port: which services each serves, and which of them listen. */
final class PluginSockets {

    private static final String TCP = "tcp";

    private final StrictPluginOptions options;
    private final Engine engine;
    private final CallFlow flow;
    private final EpollEventLoopGroup loops = new EpollEventLoopGroup(2);
    private final Map<String, SocketServer> servers = new LinkedHashMap<>();
    private volatile Optional<InetSocketAddress> tcp;

    PluginSockets(StrictPluginOptions options, Engine engine, CallFlow flow) {
        this.options = options;
        this.engine = engine;
        this.flow = flow;
        this.tcp = options.tcp;
    }

    String controllerEndpoint() {
        return "unix:" + options.controllerSocket.toAbsolutePath();
    }

    String nodeEndpoint(String nodeName) {
        return "unix:"
                + Objects.requireNonNull(options.nodeSockets.get(nodeName), nodeName)
                        .toAbsolutePath();
    }

    Optional<String> tcpEndpoint() {
        return tcp.map(address -> "tcp://" + host(address) + ":" + address.getPort());
    }

    private static String host(InetSocketAddress address) {
        String host = address.getAddress().getHostAddress();
        return host.indexOf(':') < 0 ? host : "[" + host + "]";
    }

    /** Listens on all sockets that do not listen yet. */
    void listen() throws IOException {
        for (Path socket : sockets()) {
            String key = socket.toString();
            if (!servers.containsKey(key)) {
                servers.put(key, SocketServer.listen(socket, sides(socket), loops, engine, arrivals(key, socket)));
            }
        }
        if (tcp.isPresent() && !servers.containsKey(TCP)) {
            listen(tcp.get());
        }
    }

    /** With the controller's services. The port that was chosen once stays the plugin's: its callers know no other. */
    private void listen(InetSocketAddress address) throws IOException {
        Path like = options.controllerSocket;
        SocketServer server = SocketServer.listen(address, sides(like), loops, engine, arrivals(TCP, like));
        servers.put(TCP, server);
        tcp = Optional.of(new InetSocketAddress(address.getAddress(), server.port()));
    }

    private Consumer<IncomingCall> arrivals(String key, Path socket) {
        String node = nodeOn(socket).orElse("");
        return call -> flow.arrived(call, key, node);
    }

    private Optional<String> nodeOn(Path socket) {
        return options.nodeSockets.entrySet().stream()
                .filter(entry -> entry.getValue().equals(socket))
                .map(entry -> StrictPluginOptions.nodeId(entry.getKey()))
                .findFirst();
    }

    private Set<Side> sides(Path socket) {
        boolean controls = socket.equals(options.controllerSocket) || options.allOnNodeSockets;
        Set<Side> sides = EnumSet.of(Side.IDENTITY);
        if (controls) {
            sides.add(Side.CONTROLLER);
            sides.add(Side.GROUP);
        }
        if (nodeOn(socket).isPresent()) {
            sides.add(Side.NODE);
        }
        return sides;
    }

    private List<Path> sockets() {
        return Stream.concat(Stream.of(options.controllerSocket), options.nodeSockets.values().stream())
                .distinct()
                .toList();
    }

    /** As if the process died: the files stay. */
    void kill() {
        servers.values().forEach(SocketServer::kill);
        servers.clear();
    }

    /** Removes the files of all sockets, even of those that do not listen. */
    void unlink() throws IOException {
        for (Path socket : sockets()) {
            Files.deleteIfExists(socket);
        }
    }

    /** One socket stops listening, and its file is gone. */
    void gone(String socket) {
        Optional.ofNullable(servers.remove(socket)).ifPresent(SocketServer::killAndUnlink);
    }

    /** All sockets stop listening, and their files are gone. */
    void close() {
        servers.values().forEach(SocketServer::killAndUnlink);
        servers.clear();
        loops.shutdownGracefully(0, 1, TimeUnit.SECONDS);
    }
}
