package io.hawser.local.command;

import io.hawser.cli.command.CommandLineErrors;
import io.hawser.cli.text.Hints;
import io.hawser.files.FileErrors;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.nio.charset.Charset;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine;

/** What the launcher's commands on this machine share: two folders, and the handling of failures. */
public final class Launched {
    private Launched() {}

    /** The folder in which this project was built. */
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

    /** A folder beside {@link #home()}, for a command that starts on an empty one: {@code .hawser-demo} by default. */
    public static Path homeOf(String command) {
        Path home = home().toAbsolutePath().normalize();
        return home.resolveSibling(home.getFileName() + "-" + command);
    }

    /** The text before {@code ./hawser} in a command for this data folder; empty for the default one. */
    static String prefix(Path home) {
        return Hints.prefix(home.toString(), project().resolve(".hawser").toString());
    }

    /**
     * A failure that the user can act on, or a wrong command line, is one sentence; any other failure has a stack
     * trace.
     */
    public static CommandLine commandLine(Object command) {
        String prefix = prefix(home());
        return new CommandLine(command)
                .setOut(new Hints(new OutputStreamWriter(System.out, Charset.defaultCharset()), prefix))
                .setErr(new Hints(new OutputStreamWriter(System.err, Charset.defaultCharset()), prefix))
                .setExecutionStrategy(CommandLineErrors::run)
                .setParameterExceptionHandler((fault, arguments) -> CommandLineErrors.show(fault))
                .setExecutionExceptionHandler((failure, commandLine, parsed) -> {
                    switch (failure) {
                        case IllegalStateException e -> commandLine.getErr().println("hawser: " + e.getMessage());
                        case UncheckedIOException e ->
                            commandLine.getErr().println("hawser: " + FileErrors.sentence(e));
                        default -> failure.printStackTrace(commandLine.getErr());
                    }
                    return 1;
                });
    }

    /**
     * Says what is wrong with a command line, and does nothing else: the launcher asks what is built already, before it
     * builds again.
     *
     * @return the exit code
     */
    public static int check(CommandLine commandLine, String... arguments) {
        return commandLine.setExecutionStrategy(CommandLineErrors::check).execute(arguments);
    }
}
