package io.hawser.testkit.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Folders below the module's {@code target}, for the data of one test run. */
public final class ScratchFolder {
    private ScratchFolder() {}

    /** A new, empty folder; it stays for a look afterwards, until {@code mvn clean}. */
    public static Path create(String name) {
        try {
            Path parent = Files.createDirectories(Path.of("target", "testkit").toAbsolutePath());
            return Files.createTempDirectory(parent, name + "-");
        } catch (IOException e) {
            throw new UncheckedIOException("cannot create a scratch folder for " + name, e);
        }
    }
}
