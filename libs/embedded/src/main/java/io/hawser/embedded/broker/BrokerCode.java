package io.hawser.embedded.broker;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The code that the broker's JVM runs: the packaged code, if the build has made a class archive of it
 * (tools/local/target), which halves the start; else the code of this JVM.
 *
 * @param options of the broker's JVM
 */
record BrokerCode(String classPath, List<String> options) {
    private static final String PACKAGED = "tools/local/target";
    private static final String CLASSES = "libs/embedded/target/classes/io/hawser/embedded/broker";

    /** Searches the project of {@code hawser.project}, or of the working directory, and the folders above. */
    static BrokerCode here() {
        Path folder = Path.of(System.getProperty("hawser.project", "")).toAbsolutePath();
        return Stream.iterate(folder, each -> each != null, Path::getParent)
                .flatMap(project -> packaged(project).stream())
                .findFirst()
                .orElseGet(() -> new BrokerCode(System.getProperty("java.class.path"), List.of()));
    }

    private static Optional<BrokerCode> packaged(Path project) {
        Path target = project.resolve(PACKAGED);
        Path archive = target.resolve("broker.jsa");
        Path classes = project.resolve(CLASSES);
        if (!Files.exists(archive) || Files.exists(classes) && changedSince(classes, archive)) {
            return Optional.empty();
        }
        // Exactly as the build wrote it: the archive is valid for this class path only.
        String classPath = target + "/lib/*";
        return Optional.of(new BrokerCode(classPath, List.of("-XX:SharedArchiveFile=" + archive)));
    }

    /** After a build of only one module, its own broker is used, not that of an earlier build. */
    private static boolean changedSince(Path classes, Path archive) {
        try (Stream<Path> files = Files.list(classes)) {
            FileTime made = Files.getLastModifiedTime(archive);
            for (Path file : files.toList()) {
                if (Files.getLastModifiedTime(file).compareTo(made) > 0) {
                    return true;
                }
            }
            return false;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot tell how old " + classes + " is", e);
        }
    }
}
