package io.hawser.bench.command;

import io.hawser.local.command.Launched;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The benches. The launcher passes the data folder and the project's folder. */
@Command(
        mixinStandardHelpOptions = true,
        name = "./hawser bench",
        description = "Measures Hawser on this machine.",
        subcommands = {
            VolumesCommand.class,
            IsolationCommand.class,
            SettledCommand.class,
            ReplicasCommand.class,
            CommandsCommand.class,
            SuperviseCommand.class,
            DeallocateCommand.class,
            AgentCommand.class,
            CommandLine.HelpCommand.class
        })
public final class BenchCommand {
    private BenchCommand() {}

    public static CommandLine commandLine() {
        return Launched.commandLine(new BenchCommand());
    }
}
