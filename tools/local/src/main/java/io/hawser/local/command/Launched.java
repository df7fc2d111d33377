package io.hawser.local.command;

import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine;

/** What every command has that the launcher starts on this machine: two folders, and how its failures are told. */
public final class Launched {
    private Launched() {}

    /** Where this project was built. */
    public static Path project() {
        return Path.of(System.getProperty("hawser.project", "")).toAbsolutePath();
    }

    /** The data folder: {@code HAWSER_HOME}, else {@code .hawser} in the project's folder. */
    static Path home() {
        return Optional.ofNullable(System.getenv("HAWSER_HOME"))
                .filter(text -> !text.isBlank())
                .map(Path::of)
                .orElseGet(() -> project().resolve(".hawser"));
    }

    /** A data folder beside that one, for a command that begins with nothing: {@code .hawser-demo} by default. */
    public static Path homeOf(String command) {
        Path home = home().toAbsolutePath().normalize();
        return home.resolveSibling(home.getFileName() + "-" + command);
    }

    /** A failure that somebody can act on is a sentence; anything else shows where it came from. */
    public static CommandLine commandLine(Object command) {
        return new CommandLine(command).setExecutionExceptionHandler((failure, commandLine, parsed) -> {
            if (failure instanceof IllegalStateException) {
                commandLine.getErr().println("hawser: " + failure.getMessage());
            } else {
                failure.printStackTrace(commandLine.getErr());
            }
            return 1;
        });
    }
}
