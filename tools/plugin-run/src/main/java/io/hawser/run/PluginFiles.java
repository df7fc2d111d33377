package io.hawser.run;

import io.hawser.csi.CsiEndpoint;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The files of one plugin: its folder below the plugins folder, in which node-agent looks for {@code csi.sock}.
 *
 * @param endpoint where the plugin listens
 */
record PluginFiles(String name, Path folder, CsiEndpoint.Unix endpoint, Path log) {
    private static final Pattern NAME = Pattern.compile("[a-zA-Z0-9]([a-zA-Z0-9.-]{0,61}[a-zA-Z0-9])?");
    private static final long LARGEST_LOG = 10L * 1024 * 1024;

    /**
     * @param asked an endpoint that the plugin should have instead of the usual one
     * @throws IllegalArgumentException naming what is wrong
     */
    static PluginFiles of(String name, Path plugins, Optional<String> asked, Optional<Path> log) {
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException(
                    "NAME must be letters, digits, '-' and '.', at most 63, and begin and end with a letter or digit: "
                            + name);
        }
        Path folder = plugins.toAbsolutePath().normalize().resolve(name);
        CsiEndpoint endpoint = CsiEndpoint.parse(asked.orElseGet(() -> "unix://" + folder.resolve("csi.sock")));
        if (!(endpoint instanceof CsiEndpoint.Unix socket)) {
            throw new IllegalArgumentException("CSI_ENDPOINT: must be a socket, not " + endpoint);
        }
        return new PluginFiles(name, folder, socket, log.orElseGet(() -> folder.resolve("plugin.log")));
    }

    /**
     * Makes the folder, and takes it for this process until it ends.
     *
     * @throws IllegalStateException if another process runs this plugin
     */
    FileChannel take() {
        try {
            Files.createDirectories(folder);
            FileChannel channel =
                    FileChannel.open(folder.resolve("run.lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            Optional<FileLock> lock = lock(channel);
            if (lock.isEmpty()) {
                channel.close();
                throw new IllegalStateException("another process runs " + name + " in " + folder);
            }
            return channel;
        } catch (IOException e) {
            throw new IllegalStateException("cannot use the folder " + folder + ": " + e, e);
        }
    }

    private static Optional<FileLock> lock(FileChannel channel) throws IOException {
        try {
            return Optional.ofNullable(channel.tryLock());
        } catch (OverlappingFileLockException thisProcess) {
            return Optional.empty();
        }
    }

    /** Whether a process listens at the socket. It may be too busy to accept a connection. */
    boolean isServed() {
        try (SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
            channel.configureBlocking(false);
            channel.connect(UnixDomainSocketAddress.of(endpoint.path()));
            return true;
        } catch (IOException refused) {
            return false;
        }
    }

    /** Removes the socket of a process that has ended: some plugins do not replace it. */
    void removeSocket() {
        Path socket = Path.of(endpoint.path());
        try {
            if (!isServed() && Files.exists(socket, LinkOption.NOFOLLOW_LINKS) && isSocket(socket)) {
                Files.delete(socket);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot remove " + socket, e);
        }
    }

    /** The type of a file is in the upper bits of its mode; Java names only three types. */
    private static boolean isSocket(Path path) throws IOException {
        int mode = (Integer) Files.getAttribute(path, "unix:mode", LinkOption.NOFOLLOW_LINKS);
        return (mode & 0170000) == 0140000;
    }

    /** Keeps one older log, so that a plugin that ends again and again does not fill the disk. */
    void rotateLog() {
        try {
            if (Files.exists(log) && Files.size(log) > LARGEST_LOG) {
                Files.move(log, log.resolveSibling(log.getFileName() + ".1"), StandardCopyOption.REPLACE_EXISTING);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot rotate " + log, e);
        }
    }
}
