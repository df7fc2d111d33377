package io.hawser.hostpath.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Random;

/**
 * Files that keep room on the disk for locks, and for records of volumes that are taken down: once the volumes' data
 * have filled the disk, only these calls make room again, and each of them takes a lock and writes a record first. One
 * file keeps bytes. Empty ones keep inodes, of which a disk may run out first.
 */
final class Spare {
    private static final int BYTES = 64 * 1024;
    private static final int PART = 8 * 1024;

    /** Taking a volume down takes up to three at a time, others may be faster, and calls run beside it. */
    private static final int EMPTY_FILES = 32;

    private final Path file;
    private volatile boolean emptyFilesLack = true;

    Spare(Path file) {
        this.file = file;
    }

    interface Write {
        void run() throws IOException;
    }

    /** Fills the file and makes the empty ones, as far as there is room. */
    void keep() {
        keepEmptyFiles();
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

    /** Makes empty files that were given up. */
    void keepEmptyFiles() {
        if (!emptyFilesLack) return;
        try {
            for (int i = 0; i < EMPTY_FILES; i++) {
                if (!Files.exists(emptyFile(i))) Files.createFile(emptyFile(i));
            }
            emptyFilesLack = false;
        } catch (IOException full) {
            // These are only a help, and another instance may make them too.
        }
    }

    private Path emptyFile(int number) {
        return file.resolveSibling(file.getFileName() + "." + number);
    }

    /** Gives up one inode; false: there is none. */
    boolean giveEmptyFile() throws IOException {
        emptyFilesLack = true;
        for (int i = 0; i < EMPTY_FILES; i++) {
            if (Files.deleteIfExists(emptyFile(i))) return true;
        }
        return false;
    }

    /** Writes; while that fails, again in more and more of the room of the file. Afterwards the file takes it back. */
    void use(Write write) throws IOException {
        try {
            while (true) {
                try {
                    write.run();
                    return;
                } catch (IOException failed) {
                    boolean more = giveRoom();
                    if (!giveEmptyFile() && !more) throw failed;
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
