package io.hawser.node.wiring;

import io.hawser.node.layout.RootLayout;
import io.hawser.node.record.DurableFile;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/** Keeps a second agent off a root. The kernel gives it back when the process dies, however it dies. */
final class RootLock implements AutoCloseable {
    private final FileChannel channel;

    private RootLock(FileChannel channel) {
        this.channel = channel;
    }

    /** @throws StartRefusedException if another agent holds it, or the folder cannot be used */
    static RootLock takeOrRefuse(RootLayout layout) {
        try {
            DurableFile.createFolders(layout.root());
            return take(layout.lock())
                    .orElseThrow(() -> new StartRefusedException("another node-agent runs on the folder "
                            + layout.root() + "; stop it, or give this one a folder of its own (hawser.root)"));
        } catch (IOException e) {
            throw new StartRefusedException("the folder " + layout.root() + " cannot be used: " + e, e);
        }
    }

    /** Empty: another agent holds it. */
    static Optional<RootLock> take(Path file) throws IOException {
        FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        try {
            FileLock lock = channel.tryLock();
            if (lock != null) {
                return Optional.of(new RootLock(channel));
            }
        } catch (OverlappingFileLockException inThisProcess) {
            // The same refusal, by an agent of this very process.
            channel.close();
            return Optional.empty();
        }
        channel.close();
        return Optional.empty();
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
