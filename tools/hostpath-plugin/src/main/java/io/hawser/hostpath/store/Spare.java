package io.hawser.hostpath.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Random;

/**
 * A file that keeps room on the disk for records of volumes that are taken down: once the volumes' data have filled the
 * disk, only these calls make room again, and each of them writes a record first.
 */
final class Spare {
    private static final int BYTES = 64 * 1024;
    private static final int PART = 8 * 1024;

    private final Path file;

    Spare(Path file) {
        this.file = file;
    }

    interface Write {
        void run() throws IOException;
    }

    /** Fills the file, as far as there is room. */
    void keep() {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
            long size = channel.size();
            if (size >= BYTES) return;
            byte[] content = new byte[(int) (BYTES - size)];
            new Random().nextBytes(content); // a file system that compresses would keep no room for zeros
            for (ByteBuffer buffer = ByteBuffer.wrap(content); buffer.hasRemaining(); ) channel.write(buffer);
            channel.force(true);
        } catch (IOException full) {
            // The file is only a help.
        }
    }

    /** Writes; while that fails, again in more and more of the room of the file. Afterwards the file takes it back. */
    void use(Write write) throws IOException {
        try {
            while (true) {
                try {
                    write.run();
                    return;
                } catch (IOException failed) {
                    if (!giveRoom()) throw failed;
                }
            }
        } finally {
            keep();
        }
    }

    /** Gives up a part of the file: others would take the room of all of it before the next record needs some. */
    private boolean giveRoom() {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            long size = channel.size();
            channel.truncate(Math.max(0, size - PART));
            channel.force(true);
            return size > 0;
        } catch (IOException none) {
            return false;
        }
    }
}
