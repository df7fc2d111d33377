package io.hawser.local.command;

import io.hawser.local.layout.LocalLayout;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The commands that run Hawser on this machine. The launcher names the data folder and the project's folder. */
@Command(
        name = "hawser",
        description = "Hawser on one machine.",
        subcommands = {DemoCommand.class, UpCommand.class, DownCommand.class})
public final class LocalCommand {

    /** The data folder: {@code HAWSER_HOME}, else {@code .hawser} in the project's folder. */
    Path home() {
        return Optional.ofNullable(System.getenv("HAWSER_HOME"))
                .filter(text -> !text.isBlank())
                .map(Path::of)
                .orElseGet(() -> project().resolve(".hawser"));
    }

    LocalLayout layout() {
        return LocalLayout.at(home());
    }

    /** Where this project was built. */
    Path project() {
        return Path.of(System.getProperty("hawser.project", "")).toAbsolutePath();
    }

    /** Runs a command line and returns its exit code. */
    public static int run(String... arguments) {
        return commandLine().execute(arguments);
    }

    /** A failure that somebody can act on is a sentence; anything else shows where it came from. */
    static CommandLine commandLine() {
        return new CommandLine(new LocalCommand()).setExecutionExceptionHandler((failure, commandLine, parsed) -> {
            if (failure instanceof IllegalStateException) {
                commandLine.getErr().println("hawser: " + failure.getMessage());
            } else {
                failure.printStackTrace(commandLine.getErr());
            }
            return 1;
        });
    }
}
