package io.hawser.node.wiring;

import io.hawser.files.DurableFile;
import io.hawser.node.layout.RootLayout;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import java.util.Set;
import org.jboss.logging.Logger;

/** Makes a root exclusive to one agent. The kernel releases the lock when the process dies, however it dies. */
final class RootLock implements AutoCloseable {
    private static final Logger LOG = Logger.getLogger(RootLock.class);
    /** Whoever may read the file may lock it, too, and keep the agent from starting. */
    private static final Set<PosixFilePermission> OWNER_ONLY = PosixFilePermissions.fromString("rw-------");

    private final RootLayout layout;
    private final FileChannel channel;

    private RootLock(RootLayout layout, FileChannel channel) {
        this.layout = layout;
        this.channel = channel;
    }

    /**
     * Makes the folder if there is none.
     *
     * @param root absolute; symbolic links in the path are followed
     * @throws StartRefusedException if another agent holds the root, or the folder cannot be used
     */
    static RootLock takeOrRefuse(Path root) {
        try {
            Path folder = root.normalize();
            DurableFile.createFolders(folder);
            // The kernel's mount table contains real paths, and paths are compared by name.
            return take(new RootLayout(folder.toRealPath()))
                    .orElseThrow(() -> new StartRefusedException("another node-agent runs on the folder " + root
                            + "; stop it, or give this one a folder of its own (hawser.root)"));
        } catch (IOException e) {
            throw new StartRefusedException("the folder " + root + " cannot be used: " + e, e);
        }
    }

    /** Empty: another agent holds it. */
    private static Optional<RootLock> take(RootLayout layout) throws IOException {
        FileChannel channel = FileChannel.open(
                layout.lock(),
                Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE),
                PosixFilePermissions.asFileAttribute(OWNER_ONLY));
        try {
            Files.setPosixFilePermissions(layout.lock(), OWNER_ONLY);
            FileLock lock = channel.tryLock();
            if (lock != null) {
                return Optional.of(new RootLock(layout, channel));
            }
        } catch (OverlappingFileLockException inThisProcess) {
            // An agent in this same process holds the lock.
            channel.close();
            return Optional.empty();
        }
        channel.close();
        return Optional.empty();
    }

    /** The root's paths, with the names that the kernel uses. */
    RootLayout layout() {
        return layout;
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException e) {
            LOG.debug("the lock goes with the process", e);
        }
    }
}
