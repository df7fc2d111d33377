package io.hawser.node.relay.socket;

import io.hawser.node.relay.RelaySettings;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import org.jboss.logging.Logger;

/**
 * Listens on one port, and connects each caller with the controller socket of the plugin that it asks for. The bytes
 * inside of TLS pass unchanged, so the plugin sees what it would see at its own socket.
 */
public final class Relay implements AutoCloseable {
    private static final Logger LOG = Logger.getLogger(Relay.class);
    /** Two services with some replicas use a few connections for each plugin. */
    private static final int MOST_CONNECTIONS = 1_000;

    private static final Duration HANDSHAKE = Duration.ofSeconds(10);
    private static final Duration PAUSE = Duration.ofSeconds(1);

    private final RelaySettings settings;
    private final Function<String, Optional<Path>> sockets;
    private final Duration handshake;
    private final ServerSocket server;
    private final Semaphore places = new Semaphore(MOST_CONNECTIONS);
    private final Set<RelayedConnection> open = ConcurrentHashMap.newKeySet();
    private final Thread thread = Thread.ofVirtual().name("relay").unstarted(this::run);
    private volatile String saidLast = "";

    /**
     * Takes the port; no connection is served yet.
     *
     * @param sockets the controller socket of a plugin; empty: the node has none
     * @throws IOException the port cannot be used
     */
    public Relay(RelaySettings settings, Function<String, Optional<Path>> sockets) throws IOException {
        this(settings, sockets, HANDSHAKE);
    }

    /** @param handshake how long a caller's handshake may take */
    Relay(RelaySettings settings, Function<String, Optional<Path>> sockets, Duration handshake) throws IOException {
        this.settings = settings;
        this.sockets = sockets;
        this.handshake = handshake;
        this.server = new ServerSocket();
        server.setReuseAddress(true);
        server.bind(new InetSocketAddress(InetAddress.getByName(settings.host()), settings.port()));
    }

    public void start() {
        thread.start();
    }

    /** The port that was taken. */
    public int port() {
        return server.getLocalPort();
    }

    private void run() {
        while (!server.isClosed()) {
            try {
                serve(server.accept());
            } catch (IOException | RuntimeException failed) {
                if (!server.isClosed()) {
                    say("a caller of the relay was not served: " + failed);
                    // The next one would fail immediately, too, where the process has no file descriptor left.
                    LockSupport.parkNanos(PAUSE.toNanos());
                }
            }
        }
    }

    private void serve(Socket socket) throws IOException {
        if (!places.tryAcquire()) {
            socket.close();
            say("the relay has " + MOST_CONNECTIONS + " connections, the most; further callers are not served");
            return;
        }
        RelayedConnection connection = new RelayedConnection(socket, settings.certificates(), sockets, handshake);
        open.add(connection);
        Thread.ofVirtual().name("relay-" + socket.getRemoteSocketAddress()).start(() -> {
            try {
                connection.serve().ifPresent(this::say);
            } finally {
                open.remove(connection);
                places.release();
            }
        });
    }

    /** Logs a repeated message once. */
    private void say(String message) {
        if (!message.equals(saidLast)) {
            saidLast = message;
            LOG.warn(message);
        }
    }

    /** Calls in flight become uncertain to their callers. */
    @Override
    public void close() {
        try {
            server.close();
        } catch (IOException e) {
            LOG.debugf(e, "the relay's port");
        }
        open.forEach(RelayedConnection::close);
    }
}
