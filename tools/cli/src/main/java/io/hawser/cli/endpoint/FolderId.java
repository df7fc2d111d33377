package io.hawser.cli.endpoint;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Tells a data folder from its copy: what runs for the first does not run for the second, although the files of both
 * say so. A folder that is moved stays the same.
 */
public final class FolderId {
    private FolderId() {}

    /** Its device and inode. */
    public static String of(Path folder) {
        try {
            return Files.getAttribute(folder, "unix:dev") + ":" + Files.getAttribute(folder, "unix:ino");
        } catch (IOException e) {
            throw new UncheckedIOException("cannot look at " + folder, e);
        }
    }
}
