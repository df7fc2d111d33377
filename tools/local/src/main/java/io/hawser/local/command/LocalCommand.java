package io.hawser.local.command;

import io.hawser.local.layout.LocalLayout;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/**
 * The commands that run Hawser on this machine. The launcher names the data folder, the project's folder and whose the
 * mount namespace is.
 */
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

    /**
     * Whether the launcher has made a mount namespace for this command, with which its mounts end. Nothing else tells:
     * root in a container looks like an ordinary user who is root in a namespace of the launcher's.
     */
    boolean inOwnMountNamespace() {
        return System.getProperty("hawser.mount-namespace", "shared").equals("own");
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
