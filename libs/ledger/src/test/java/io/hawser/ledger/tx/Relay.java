package io.hawser.ledger.tx;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;

/**
 * Stands between a client and a server on this machine, and can become a black hole: it takes every byte and passes
 * none on, and closes nothing.
 */
final class Relay implements AutoCloseable {
    private final ServerSocket listening;
    private final int server;
    private final List<Link> links = new ArrayList<>();
    private boolean blackHole;

    Relay(int server) throws IOException {
        this.server = server;
        listening = new ServerSocket(0, 100, InetAddress.getLoopbackAddress());
        Thread.ofPlatform().daemon().name("relay").start(this::accept);
    }

    int port() {
        return listening.getLocalPort();
    }

    /** From now on nothing is passed on, on connections that there are and on those that come. */
    synchronized void swallow() {
        blackHole = true;
        links.forEach(link -> link.swallows = true);
    }

    /** Connections that come are passed on again; the others never. */
    synchronized void heal() {
        blackHole = false;
    }

    private void accept() {
        while (!listening.isClosed()) {
            try {
                open(listening.accept());
            } catch (IOException e) {
                // Closed, or the server is away: the client tries again.
            }
        }
    }

    private synchronized void open(Socket client) throws IOException {
        Link link = new Link(client, new Socket(InetAddress.getLoopbackAddress(), server), blackHole);
        links.add(link);
        Thread.ofPlatform().daemon().start(() -> link.pass(link.client, link.server));
        Thread.ofPlatform().daemon().start(() -> link.pass(link.server, link.client));
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
                if (!swallows) {
                    to.close();
                }
            } catch (IOException e) {
                // The other direction ended it.
            }
        }
    }

    @Override
    public synchronized void close() throws IOException {
        listening.close();
        for (Link link : links) {
            link.client.close();
            link.server.close();
        }
    }
}
