package io.hawser.hostpath.store;

import io.hawser.files.libc.ErrnoException;
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
 * Locks between threads, processes and, if the file system's flock supports it, machines. A lock is a file that its
 * holder creates and removes again. The kernel releases it when the holder is killed.
 */
public final class Locks {
    private static final int ENOSPC = 28;

    private final Path folder;
    private final Spare spare;
    private final boolean takingDown;

    Locks(Path folder, Spare spare) {
        this(folder, spare, false);
    }

    private Locks(Path folder, Spare spare, boolean takingDown) {
        this.folder = folder;
        this.spare = spare;
        this.takingDown = takingDown;
    }

    /** The same locks, for calls that delete something: they can be taken on a disk without a free inode, too. */
    public Locks takingDown() {
        return new Locks(folder, spare, true);
    }

    /** A lock, held until it is closed. */
    public static final class Held implements AutoCloseable {
        private final Path file;
        private final int descriptor;
        private final Spare spare;

        private Held(Path file, int descriptor, Spare spare) {
            this.file = file;
            this.descriptor = descriptor;
            this.spare = spare;
        }

        @Override
        public void close() {
            try {
                try {
                    // Removed while the lock is held: a process that opened the file before notices, once it has the
                    // lock, that the file is another one.
                    Files.deleteIfExists(file);
                } finally {
                    Libc.close(descriptor);
                    spare.keepEmptyFiles();
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /** Serializes the calls that may change the volume's record. */
    public Held volume(VolumeKey key) throws IOException {
        return acquire(key.hex()).orElseThrow(() -> busy("another call for this volume is running"));
    }

    /** Serializes the calls that may change what this node has of the volume. */
    public Held onNode(VolumeId id, NodeId node) throws IOException {
        return acquire(id.text() + "@" + node.text())
                .orElseThrow(() -> busy("another call for this volume is running on node " + node));
    }

    /** Held for as long as an instance serves the node; empty if another instance serves it. */
    public Optional<Held> instance(NodeId node) throws IOException {
        return acquire("instance@" + node.text());
    }

    /**
     * Removes the files of killed holders.
     *
     * @param before only files older than this: a call may have opened a younger one and not locked it yet
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
            int descriptor = open(file);
            boolean keep = false;
            try {
                if (!Libc.tryLock(descriptor)) return Optional.empty();
                keep = isStill(file, descriptor);
                if (keep) return Optional.of(new Held(file, descriptor, spare));
            } finally {
                if (!keep) Libc.close(descriptor);
            }
        }
    }

    private int open(Path file) throws IOException {
        while (true) {
            try {
                return Libc.open(file);
            } catch (ErrnoException e) {
                if (e.errno() != ENOSPC || !takingDown || !spare.giveEmptyFile()) throw e;
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
