package io.hawser.local.command;

import io.hawser.embedded.process.JavaCommand;
import io.hawser.local.Main;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The programs behind {@code ./hawser demo}, {@code up} and {@code down}, each a process, on one data folder. */
final class Programs {
    static final Path PROJECT = Path.of("../..").toAbsolutePath().normalize();

    private static final Path BUILT = PROJECT.resolve("tools/local/target");

    /** The launcher's, not this JVM's: what is missing in what is shipped would be found among the tests' libraries. */
    private static final String CLASS_PATH =
            BUILT.resolve("lib") + "/*:" + BUILT.resolve("hawser-local-0.1.0-SNAPSHOT.jar");

    private final Path home;
    private final Path output;

    /**
     * @param home the data folder
     * @param output where they say what they say; each adds to it
     */
    Programs(Path home, Path output) {
        this.home = home;
        this.output = output;
    }

    /** Runs it to its end. @return its exit code */
    int run(String... arguments) throws IOException, InterruptedException {
        return launch(arguments).waitFor();
    }

    /** Starts it; it ends with this JVM. */
    Process start(String... arguments) throws IOException {
        Process process = launch(arguments);
        Runtime.getRuntime().addShutdownHook(new Thread(process::destroy));
        return process;
    }

    /** As the launcher does where it makes no namespace; these flags are its own. */
    private Process launch(String... arguments) throws IOException {
        // Who tests in the background may ignore Ctrl-C, and a process that is told to ignore it from its start does
        // not hear it at all.
        List<String> command = new ArrayList<>(List.of("env", "--default-signal=INT"));
        command.addAll(JavaCommand.of(
                256,
                List.of(
                        "--sun-misc-unsafe-memory-access=allow",
                        "--enable-native-access=ALL-UNNAMED",
                        "-Dhawser.project=" + PROJECT,
                        "-Dhawser.mount-namespace=shared"),
                CLASS_PATH,
                Main.class.getName(),
                List.of(arguments)));
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectOutput(ProcessBuilder.Redirect.appendTo(output.toFile()));
        builder.redirectError(ProcessBuilder.Redirect.INHERIT);
        builder.environment().put("HAWSER_HOME", home.toString());
        return builder.start();
    }

    /** All lines that they have written to standard output so far. */
    List<String> said() throws IOException {
        return Files.exists(output) ? Files.readAllLines(output) : List.of();
    }
}
