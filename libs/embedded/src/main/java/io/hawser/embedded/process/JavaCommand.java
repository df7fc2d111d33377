package io.hawser.embedded.process;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The command line of another JVM: the same Java as this one, quick to start and small. */
public final class JavaCommand {
    private JavaCommand() {}

    /** Options that make a JVM start quickly and stay small, with a heap limit in MiB. */
    public static List<String> smallJvm(int heapMiB) {
        return List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                // A start would collect the whole heap because of the classes that it loads, and again for the small
                // code cache of this compiler.
                "-XX:MetaspaceSize=128m",
                "-XX:ReservedCodeCacheSize=128m",
                // As in the image: a process that ran out of memory is in no known state.
                "-XX:+ExitOnOutOfMemoryError",
                "-Xmx" + heapMiB + "m");
    }

    /**
     * A small JVM that runs a packaged service, with its class archive if the build has made one.
     *
     * @param target the module's build folder
     */
    public static List<String> ofService(int heapMiB, List<String> options, Path target) {
        Path folder = target.toAbsolutePath().normalize();
        Path archive = folder.resolve("class-archive.jsa");
        List<String> command = new ArrayList<>(smallJvm(heapMiB));
        if (Files.exists(archive)) {
            command.add("-XX:SharedArchiveFile=" + archive);
        }
        command.addAll(options);
        command.addAll(
                List.of("-jar", folder.resolve("quarkus-app/quarkus-run.jar").toString()));
        return List.copyOf(command);
    }

    /** A small JVM that runs a main class. */
    public static List<String> of(
            int heapMiB, List<String> options, String classPath, String mainClass, List<String> arguments) {
        List<String> command = new ArrayList<>(smallJvm(heapMiB));
        command.addAll(options);
        command.addAll(List.of("-cp", classPath, mainClass));
        command.addAll(arguments);
        return List.copyOf(command);
    }
}
