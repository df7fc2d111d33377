package io.hawser.hostpath.store;

import io.hawser.files.DurableFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;

/**
 * A file that keeps room on the disk for records of volumes that are taken down: once the volumes' data have filled the
 * disk, only these calls make room again, and each of them writes a record first.
 */
final class Spare {
    private static final int BYTES = 64 * 1024;

    private final Path file;

    Spare(Path file) {
        this.file = file;
    }

    interface Write {
        void run() throws IOException;
    }

    /** Makes the file, unless it exists. On a full disk a later deletion makes it. */
    void keep() {
        if (Files.exists(file)) return;
        byte[] content = new byte[BYTES];
        new Random().nextBytes(content); // a file system that compresses would keep no room for zeros
        try {
            DurableFile.write(file, content);
        } catch (IOException full) {
            // The file is only a help.
        }
    }

    /** Writes; if that fails, once more in the room of the file. */
    void use(Write write) throws IOException {
        try {
            write.run();
        } catch (IOException failed) {
            if (!Files.deleteIfExists(file)) throw failed;
            write.run();
        }
    }
}
