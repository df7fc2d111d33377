package io.hawser.hostpath.store;

import io.hawser.hostpath.libc.Libc;
import io.hawser.hostpath.volume.NodeId;
import io.hawser.hostpath.volume.Refusal.Reason;
import io.hawser.hostpath.volume.RefusedException;
import io.hawser.hostpath.volume.VolumeId;
import io.hawser.hostpath.volume.VolumeKey;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;

/**
 * Locks that hold between threads, processes and, where the file system's flock does, machines. A lock is a file that
 * its holder creates and removes again; the kernel frees it when the holder is killed.
 */
public final class Locks {
    private final Path folder;

    Locks(Path folder) {
        this.folder = folder;
    }

    /** Held until closed. */
    public static final class Held implements AutoCloseable {
        private final Path file;
        private final int descriptor;

        private Held(Path file, int descriptor) {
            this.file = file;
            this.descriptor = descriptor;
        }

        @Override
        public void close() {
            try {
                // Removed while still held: whoever opened it before finds, once it has the lock, that the file is no
                // longer this one.
                Files.deleteIfExists(file);
                Libc.close(descriptor);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /** The one call that may change the volume's record. */
    public Held volume(VolumeKey key) throws IOException {
        return acquire(key.hex()).orElseThrow(() -> busy("another call for this volume is running"));
    }

    /** The one call that may change what this node has of the volume. */
    public Held onNode(VolumeId id, NodeId node) throws IOException {
        return acquire(id.text() + "@" + node.text())
                .orElseThrow(() -> busy("another call for this volume is running on node " + node));
    }

    /** Held for as long as an instance serves the node; empty if another does. */
    public Optional<Held> instance(NodeId node) throws IOException {
        return acquire("instance@" + node.text());
    }

    /**
     * Removes the files of holders that were killed.
     *
     * @param before only files older than this: a young one may be a call's that has opened but not yet locked it
     */
    void sweep(Instant before) throws IOException {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
            for (Path file : files) {
                if (older(file, before)) acquire(file.getFileName().toString()).ifPresent(Held::close);
            }
        }
    }

    private static boolean older(Path file, Instant before) throws IOException {
        try {
            return Files.getLastModifiedTime(file).toInstant().isBefore(before);
        } catch (NoSuchFileException e) {
            return false;
        }
    }

    private Optional<Held> acquire(String name) throws IOException {
        Path file = folder.resolve(name);
        while (true) {
            int descriptor = Libc.open(file);
            boolean keep = false;
            try {
                if (!Libc.tryLock(descriptor)) return Optional.empty();
                keep = isStill(file, descriptor);
                if (keep) return Optional.of(new Held(file, descriptor));
            } finally {
                if (!keep) Libc.close(descriptor);
            }
        }
    }

    private static boolean isStill(Path file, int descriptor) throws IOException {
        try {
            return Files.isSameFile(file, Path.of("/proc/self/fd/" + descriptor));
        } catch (NoSuchFileException e) {
            return false;
        }
    }

    private static RefusedException busy(String message) {
        return new RefusedException(Reason.ABORTED, message);
    }
}
