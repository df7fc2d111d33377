package io.hawser.strict.control;

import io.hawser.strict.StrictPlugin;
import java.io.BufferedReader;
import java.io.Closeable;
import java.io.IOException;
import java.io.Writer;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.Channels;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Listens for commands on a Unix socket, with a virtual thread for each client. */
public final class ControlServer implements Closeable {

    private final Path socket;
    private final ServerSocketChannel listener;
    private final ControlCommands commands;

    private ControlServer(Path socket, ServerSocketChannel listener, ControlCommands commands) {
        this.socket = socket;
        this.listener = listener;
        this.commands = commands;
    }

    /**
     * Starts to listen.
     *
     * @throws IOException if the socket cannot be bound
     */
    public static ControlServer listen(Path socket, StrictPlugin plugin) throws IOException {
        Files.createDirectories(socket.toAbsolutePath().getParent());
        Files.deleteIfExists(socket);
        ServerSocketChannel listener = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        listener.bind(UnixDomainSocketAddress.of(socket));
        ControlServer server = new ControlServer(socket, listener, new ControlCommands(plugin));
        Thread.ofVirtual().name("strict-plugin-control").start(server::accept);
        return server;
    }

    private void accept() {
        while (listener.isOpen()) {
            try {
                SocketChannel client = listener.accept();
                Thread.ofVirtual().start(() -> serve(client));
            } catch (IOException e) {
                // The server is closed.
                return;
            }
        }
    }

    private void serve(SocketChannel client) {
        try (client;
                BufferedReader lines = new BufferedReader(Channels.newReader(client, StandardCharsets.UTF_8));
                Writer answers = Channels.newWriter(client, StandardCharsets.UTF_8)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                answers.write(commands.answer(line) + "\n");
                answers.flush();
            }
        } catch (IOException e) {
            // The client is gone.
            return;
        }
    }

    @Override
    public void close() throws IOException {
        listener.close();
        Files.deleteIfExists(socket);
    }
}
