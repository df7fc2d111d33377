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
import java.util.Optional;
import java.util.Set;

/** Files that are either the old content or the new one, whenever the machine stops. Blocks for the disk. */
public final class DurableFile {
    private static final Set<PosixFilePermission> OWNER_ONLY = PosixFilePermissions.fromString("rwx------");

    private DurableFile() {}

    /** Returns when the content is on the disk under this name. */
    public static void write(Path file, byte[] content) throws IOException {
        Path temporary = file.resolveSibling(file.getFileName() + ".new");
        try {
            fill(temporary, content, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING);
        } catch (IOException e) {
            // On a full disk, what it has taken is missing elsewhere.
            Files.deleteIfExists(temporary);
            throw e;
        }
        Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        sync(file.getParent());
    }

    /**
     * As {@link #write}, and on a full disk in place, which takes no room: only for what is not longer than the file
     * was, and fits into one sector, which a disk writes as a whole.
     */
    public static void writeOrOverwrite(Path file, byte[] content) throws IOException {
        try {
            write(file, content);
        } catch (IOException full) {
            if (!Files.isRegularFile(file) || Files.size(file) != content.length) {
                throw full;
            }
            fill(file, content);
        }
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

    /** Returns when the file is gone from the disk; it need not have been there. */
    public static void delete(Path file) throws IOException {
        if (Files.deleteIfExists(file)) {
            sync(file.getParent());
        }
    }

    /** Returns when it has its new name on the disk, and the old one no longer; replaces what is there. */
    public static void move(Path from, Path to) throws IOException {
        Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
        sync(to.getParent());
        sync(from.getParent());
    }

    /** Makes the folder in one that is there, unless it is there itself, and its name durable. */
    public static void createFolder(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            Files.createDirectory(folder);
            sync(folder.getParent());
        }
    }

    /** Makes the folder and those above it that are missing, for the owner only, and their names durable. */
    public static void createFolders(Path folder) throws IOException {
        if (Files.isDirectory(folder)) {
            return;
        }
        createFolders(folder.getParent());
        try {
            Files.createDirectory(folder, PosixFilePermissions.asFileAttribute(OWNER_ONLY));
        } catch (FileAlreadyExistsException e) {
            if (!Files.isDirectory(folder)) {
                throw e;
            }
        }
        sync(folder.getParent());
    }

    /** Makes names that were added to or removed from this folder durable. */
    public static void sync(Path folder) throws IOException {
        try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }
}
