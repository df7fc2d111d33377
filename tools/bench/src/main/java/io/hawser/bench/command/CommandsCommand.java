package io.hawser.bench.command;

import io.hawser.bench.commands.CommandsBench;
import io.hawser.bench.machine.MachinePlan;
import java.time.Duration;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
        name = "commands",
        mixinStandardHelpOptions = true,
        description = "Many commands at once: each is answered, and volume-service's memory stays within its limit.")
final class CommandsCommand extends MachineCommand {
    @Option(names = "--count", defaultValue = "100000", description = "How many (default: ${DEFAULT-VALUE}).")
    private int count;

    @Option(
            names = "--heap",
            paramLabel = "MIB",
            defaultValue = "128",
            description = "volume-service's heap; by default 25 % of the 512 MiB that deploy/kubernetes gives it.")
    private int heap;

    @Option(
            names = "--timeout",
            paramLabel = "SECONDS",
            defaultValue = "3600",
            description = "How long the answers may take (default: ${DEFAULT-VALUE}).")
    private long timeout;

    @Override
    Bench bench() {
        CommandsBench bench = new CommandsBench(count, Duration.ofSeconds(timeout), progress());
        return new Bench(MachinePlan.volumeServiceOnly(heap, bench.plugins()), bench::run);
    }
}
