package io.hawser.run;

import io.hawser.csi.CsiEndpoint;
import io.hawser.files.SocketFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
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

    /** Which process listens, or may listen, at the socket, in words. */
    Optional<String> listener() {
        return SocketFile.listener(socket());
    }

    /** Removes the socket of a process that has ended: some plugins do not replace it. */
    void removeSocket() {
        try {
            if (listener().isEmpty() && SocketFile.isSocket(socket())) {
                Files.deleteIfExists(socket());
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot remove the socket", e);
        }
    }

    private Path socket() {
        return Path.of(endpoint.path());
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
