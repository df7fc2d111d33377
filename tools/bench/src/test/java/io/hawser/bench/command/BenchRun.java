package io.hawser.bench.command;

import io.hawser.bench.Main;
import io.hawser.embedded.process.JavaCommand;
import io.hawser.testkit.shared.ScratchFolder;
import java.nio.file.Path;
import java.util.List;

/** The bench as a process, on a folder of its own. */
final class BenchRun {
    private final Path folder = ScratchFolder.create("bench");
    final Path said = folder.resolve("said");
    final Path progress = folder.resolve("progress");

    /** Its data, while it runs or after it failed. */
    Path data() {
        return folder.resolve("home-bench");
    }

    /** @return the exit code */
    int of(String... arguments) throws Exception {
        ProcessBuilder builder = new ProcessBuilder(JavaCommand.of(
                256,
                List.of(
                        "--sun-misc-unsafe-memory-access=allow",
                        "--enable-native-access=ALL-UNNAMED",
                        "-Dhawser.project=" + Path.of("../..").toAbsolutePath().normalize()),
                System.getProperty("java.class.path"),
                Main.class.getName(),
                List.of(arguments)));
        builder.redirectOutput(said.toFile()).redirectError(progress.toFile());
        builder.environment().put("HAWSER_HOME", folder.resolve("home").toString());
        Process process = builder.start();
        Runtime.getRuntime().addShutdownHook(new Thread(process::destroy));
        return process.waitFor();
    }
}
