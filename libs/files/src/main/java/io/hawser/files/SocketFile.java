package io.hawser.files;

import java.io.IOException;
import java.net.ConnectException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;

/** The file of a Unix socket. It stays when its process ends. */
public final class SocketFile {
    private SocketFile() {}

    /** The type of a file is in the upper bits of its mode; Java names only three types. */
    public static boolean isSocket(Path file) throws IOException {
        try {
            int mode = (Integer) Files.getAttribute(file, "unix:mode", LinkOption.NOFOLLOW_LINKS);
            return (mode & 0170000) == 0140000;
        } catch (NoSuchFileException e) {
            return false;
        }
    }

    /**
     * Removes the socket that a process left when it was killed, so that another one can listen there.
     *
     * @throws IOException a process may listen there, or it is a file of another kind
     */
    public static void clear(Path socket) throws IOException {
        if (!Files.exists(socket, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        if (!isSocket(socket)) {
            throw new IOException(socket + " is there and is no socket; it is left alone");
        }
        Optional<String> listener = listener(socket);
        if (listener.isPresent()) {
            throw new IOException(listener.get());
        }
        Files.delete(socket);
    }

    /**
     * Who else needs the socket, in words; empty: nobody. A process may be too busy to accept a connection. Only a
     * refused connection says that there is no process: any other failure, such as a denied permission, says nothing.
     */
    public static Optional<String> listener(Path socket) {
        try (SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
            channel.configureBlocking(false);
            channel.connect(UnixDomainSocketAddress.of(socket));
            return Optional.of("another process listens at " + socket);
        } catch (ConnectException refused) {
            return Optional.empty();
        } catch (IOException e) {
            return Optional.of("another process may listen at " + socket + ": " + e.getMessage())
                    .filter(words -> Files.exists(socket));
        }
    }
}
