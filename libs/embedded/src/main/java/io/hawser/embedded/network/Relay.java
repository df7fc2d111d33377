package io.hawser.embedded.network;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Forwards between a client and a server on this machine. It can become a black hole: it accepts every byte, passes
 * none on, and closes nothing.
 */
public final class Relay implements AutoCloseable {
    private final ServerSocket listening;
    private final String host;
    private final int server;
    private final Set<Link> links = ConcurrentHashMap.newKeySet();
    private volatile boolean blackHole;

    /** @param server a port of this machine */
    public Relay(int server) throws IOException {
        this(InetAddress.getLoopbackAddress().getHostAddress(), server);
    }

    /** @param server a port of that host */
    public Relay(String host, int server) throws IOException {
        this.host = host;
        this.server = server;
        listening = new ServerSocket(0, 100, InetAddress.getLoopbackAddress());
        Thread.ofPlatform().daemon().name("relay").start(this::accept);
    }

    public int port() {
        return listening.getLocalPort();
    }

    /** From now on, existing and new connections pass nothing on. */
    public synchronized void swallow() {
        blackHole = true;
        links.forEach(link -> link.swallows = true);
    }

    /** New connections pass data on again; the existing ones never do. */
    public synchronized void heal() {
        blackHole = false;
    }

    private void accept() {
        while (!listening.isClosed()) {
            try {
                open(listening.accept());
            } catch (IOException e) {
                // The relay is closed, or the server is away: the client tries again.
            }
        }
    }

    private synchronized void open(Socket client) throws IOException {
        try {
            Link link = new Link(client, new Socket(host, server), blackHole);
            links.add(link);
            Thread.ofPlatform().daemon().start(() -> pass(link, link.client, link.server));
            Thread.ofPlatform().daemon().start(() -> pass(link, link.server, link.client));
        } catch (IOException serverAway) {
            client.close();
            throw serverAway;
        }
    }

    private void pass(Link link, Socket from, Socket to) {
        link.pass(from, to);
        if (!link.swallows) {
            links.remove(link);
        }
    }

    private static final class Link {
        private final Socket client;
        private final Socket server;
        private volatile boolean swallows;

        Link(Socket client, Socket server, boolean swallows) {
            this.client = client;
            this.server = server;
            this.swallows = swallows;
        }

        /** When one side ends, the other side is closed too, unless the link passes nothing on. */
        void pass(Socket from, Socket to) {
            byte[] buffer = new byte[8192];
            try (InputStream in = from.getInputStream()) {
                OutputStream out = to.getOutputStream();
                for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                    if (!swallows) {
                        out.write(buffer, 0, read);
                        out.flush();
                    }
                }
            } catch (IOException e) {
                // A side was killed, or the other direction closed the socket.
            }
            if (!swallows) {
                close(to);
            }
        }

        private static void close(Socket socket) {
            try {
                socket.close();
            } catch (IOException e) {
                // The socket is closed already.
            }
        }
    }

    @Override
    public synchronized void close() throws IOException {
        listening.close();
        for (Link link : links) {
            Link.close(link.client);
            Link.close(link.server);
        }
    }
}
