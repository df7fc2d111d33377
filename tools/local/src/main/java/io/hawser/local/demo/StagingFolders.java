package io.hawser.local.demo;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

final class StagingFolders {
    /**
     * {@code volumes/NAME/UID/staging}; no deeper, so that no volume's content is read. The demo fails if this finds no
     * folder any more.
     */
    private static final int DEPTH = 4;

    private StagingFolders() {}

    /** @param root of one agent */
    static List<Path> below(Path root) {
        try (Stream<Path> found =
                Files.find(root, DEPTH, (path, attributes) -> attributes.isDirectory() && path.endsWith("staging"))) {
            return found.toList();
        } catch (UncheckedIOException e) {
            // The agent deletes folders meanwhile; the next look is correct.
            if (e.getCause() instanceof NoSuchFileException) {
                return List.of(root.resolve(e.getCause().getMessage()));
            }
            throw e;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot look into " + root, e);
        }
    }
}
