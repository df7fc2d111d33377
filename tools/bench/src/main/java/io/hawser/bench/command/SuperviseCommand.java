package io.hawser.bench.command;

import io.hawser.bench.supervise.SuperviseBench;
import java.time.Duration;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
        name = "supervise",
        mixinStandardHelpOptions = true,
        description = "Many healthy plugins in one process: how late plugin-registry asks them, and what that costs.")
final class SuperviseCommand extends MachineCommand {
    @Option(names = "--plugins", defaultValue = "500", description = "How many (default: ${DEFAULT-VALUE}).")
    private int plugins;

    @Option(
            names = "--interval",
            paramLabel = "SECONDS",
            defaultValue = "10",
            description = "How often each is asked (default: ${DEFAULT-VALUE}).")
    private long interval;

    @Option(
            names = "--intervals",
            defaultValue = "12",
            description = "For how many of them to measure (default: ${DEFAULT-VALUE}).")
    private int intervals;

    @Option(
            names = "--timeout",
            paramLabel = "SECONDS",
            defaultValue = "300",
            description = "How long it may take until all are healthy (default: ${DEFAULT-VALUE}).")
    private long timeout;

    @Override
    Bench bench() {
        SuperviseBench bench = new SuperviseBench(
                plugins, Duration.ofSeconds(interval), intervals, Duration.ofSeconds(timeout), progress());
        return new Bench(bench.machine(), bench::run);
    }
}
