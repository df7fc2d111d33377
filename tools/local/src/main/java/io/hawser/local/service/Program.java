package io.hawser.local.service;

import io.hawser.embedded.process.JavaCommand;
import io.hawser.local.process.Orphans;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The command lines that start this project's programs from their build folders. */
record Program(Path project, Path home) {
    private static final String VERSION = "0.1.0-SNAPSHOT";

    /** A Quarkus service of this module, with further options of its JVM. */
    List<String> quarkus(String module, int heapMiB, List<String> options) {
        Path target = project.resolve(module).resolve("target");
        built(target.resolve("quarkus-app/quarkus-run.jar"));
        List<String> all = new ArrayList<>(options);
        all.add(Orphans.mark(home));
        return JavaCommand.ofService(heapMiB, all, target);
    }

    /** A main class of a module that has its libraries beside its jar. */
    List<String> plain(String module, String artifact, int heapMiB, String mainClass, List<String> arguments) {
        Path target = project.resolve(module).resolve("target");
        Path jar = built(target.resolve(artifact + "-" + VERSION + ".jar"));
        return JavaCommand.of(
                heapMiB, List.of(Orphans.mark(home)), target.resolve("lib") + "/*:" + jar, mainClass, arguments);
    }

    private static Path built(Path file) {
        if (!Files.exists(file)) {
            throw new IllegalStateException(file + " is not there: build with ./hawser, or mvn -DskipTests package");
        }
        return file;
    }
}
