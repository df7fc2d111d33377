package io.hawser.files;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * Writes files that have either the old content or the new one, whenever the machine stops. Methods block for the disk.
 */
public final class DurableFile {
    private static final Set<PosixFilePermission> OWNER_ONLY = PosixFilePermissions.fromString("rwx------");

    private DurableFile() {}

    /** Returns when the content is on the disk under this name. */
    public static void write(Path file, byte[] content) throws IOException {
        Path temporary = file.resolveSibling(file.getFileName() + ".new");
        try {
            fill(temporary, content, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING);
        } catch (IOException e) {
            // On a full disk, the space of the unfinished file is needed elsewhere.
            Files.deleteIfExists(temporary);
            throw e;
        }
        Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        sync(folderOf(file));
    }

    /**
     * Like {@link #write}, but on a full disk it overwrites a file of the same length in place, which needs no space.
     * The content must fit into one sector, which a disk writes as a whole.
     */
    public static void writeOrOverwrite(Path file, byte[] content) throws IOException {
        try {
            write(file, content);
        } catch (IOException full) {
            if (!Files.isRegularFile(file) || Files.size(file) != content.length) {
                throw full;
            }
            overwrite(file, content);
        }
    }

    /** Overwrites a file in place, and returns when the content is on the disk. */
    public static void overwrite(Path file, byte[] content) throws IOException {
        fill(file, content);
    }

    private static void fill(Path file, byte[] content, StandardOpenOption... how) throws IOException {
        Set<StandardOpenOption> options = EnumSet.of(StandardOpenOption.WRITE, how);
        try (FileChannel channel = FileChannel.open(file, options)) {
            ByteBuffer buffer = ByteBuffer.wrap(content);
            while (buffer.hasRemaining()) {
                channel.write(buffer);
            }
            channel.force(true);
        }
    }

    /** Empty: there is no such file. */
    public static Optional<byte[]> read(Path file) throws IOException {
        try {
            return Optional.of(Files.readAllBytes(file));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        }
    }

    /** Returns when the file is gone from the disk. The file may be missing before. */
    public static void delete(Path file) throws IOException {
        if (Files.deleteIfExists(file)) {
            sync(folderOf(file));
        }
    }

    /** Returns when the file has only its new name on the disk. Replaces a file of the new name. */
    public static void move(Path from, Path to) throws IOException {
        Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
        sync(folderOf(to));
        sync(folderOf(from));
    }

    /** Makes the folder, if it is missing, in an existing one, and makes its name durable. */
    public static void createFolder(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            Files.createDirectory(folder);
            sync(folderOf(folder));
        }
    }

    /** Makes the folder and its missing parents, for the owner only, and makes their names durable. */
    public static void createFolders(Path folder) throws IOException {
        if (Files.isDirectory(folder)) {
            return;
        }
        createFolders(folderOf(folder));
        try {
            Files.createDirectory(folder, PosixFilePermissions.asFileAttribute(OWNER_ONLY));
        } catch (FileAlreadyExistsException e) {
            if (!Files.isDirectory(folder)) {
                throw e;
            }
        }
        sync(folderOf(folder));
    }

    private static Path folderOf(Path file) {
        return Objects.requireNonNull(file.getParent());
    }

    /** Makes durable that names were added to or removed from this folder. */
    public static void sync(Path folder) throws IOException {
        try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }
}
