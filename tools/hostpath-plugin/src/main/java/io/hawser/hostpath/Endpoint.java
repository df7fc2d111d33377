package io.hawser.hostpath;

import io.hawser.files.SocketFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The Unix socket to listen on, as {@code unix:///absolute/path.sock} (CSI_ENDPOINT) or {@code
 * unix:/absolute/path.sock}.
 */
public record Endpoint(Path socket) {
    /** sockaddr_un has 108 bytes, the last of which ends the name. */
    private static final int MAX_BYTES = 107;

    public Endpoint {
        if (!socket.isAbsolute())
            throw new IllegalArgumentException("endpoint: the path must be absolute, as in unix:///run/x/csi.sock");
        if (socket.toString().getBytes(StandardCharsets.UTF_8).length > MAX_BYTES)
            throw new IllegalArgumentException("endpoint: the path is longer than " + MAX_BYTES + " bytes");
    }

    public static Endpoint parse(String text) {
        if (!text.startsWith("unix:")) throw new IllegalArgumentException("endpoint: must begin with unix://");
        String path = text.substring("unix:".length());
        return new Endpoint(Path.of(path.startsWith("//") ? path.substring(2) : path));
    }

    /**
     * Removes the socket that a killed process left behind. Refuses to touch a socket where another process may
     * listen, or a file of another kind.
     */
    void clear() throws IOException {
        if (!Files.exists(socket, LinkOption.NOFOLLOW_LINKS)) return;
        if (!SocketFile.isSocket(socket))
            throw new IOException(socket + " is there and not a socket; it is left alone");
        Optional<String> listener = SocketFile.listener(socket);
        if (listener.isPresent()) throw new IOException(listener.get());
        Files.delete(socket);
    }
}
