package io.hawser.bench.command;

import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The benches. The launcher names the data folder and the project's folder. */
@Command(
        name = "bench",
        description = "Measures Hawser on this machine.",
        subcommands = {VolumesCommand.class, CommandsCommand.class, CommandLine.HelpCommand.class})
public final class BenchCommand {
    private BenchCommand() {}

    /** A failure that somebody can act on is a sentence; anything else shows where it came from. */
    public static CommandLine commandLine() {
        return new CommandLine(new BenchCommand()).setExecutionExceptionHandler((failure, commandLine, parsed) -> {
            if (failure instanceof IllegalStateException) {
                commandLine.getErr().println("hawser: " + failure.getMessage());
            } else {
                failure.printStackTrace(commandLine.getErr());
            }
            return 1;
        });
    }
}
