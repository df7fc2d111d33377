package io.hawser.local.layout;

import io.hawser.files.DurableFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/** Files and folders that only their owner may read. */
final class PrivateFiles {
    private static final FileAttribute<Set<PosixFilePermission>> FILE =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
    private static final FileAttribute<Set<PosixFilePermission>> FOLDER =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));

    private PrivateFiles() {}

    /** Makes the folder, unless it exists; parents get the usual permissions. */
    static Path folder(Path folder) {
        try {
            if (!Files.isDirectory(folder)) {
                Files.createDirectories(folder.toAbsolutePath().getParent());
                Files.createDirectory(folder, FOLDER);
            }
            return folder;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot make the folder " + folder, e);
        }
    }

    /** Writes the whole file or nothing. Others can never read the file, not even for a moment. */
    static void write(Path file, String text) {
        try {
            Path unfinished = Files.createTempFile(file.toAbsolutePath().getParent(), ".unfinished-", "", FILE);
            DurableFile.overwrite(unfinished, text.getBytes(StandardCharsets.UTF_8));
            DurableFile.move(unfinished, file.toAbsolutePath());
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write " + file, e);
        }
    }
}
