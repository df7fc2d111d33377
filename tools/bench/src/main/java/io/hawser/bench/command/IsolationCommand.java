package io.hawser.bench.command;

import io.hawser.bench.volumes.IsolationBench;
import io.hawser.bench.volumes.IsolationOptions;
import java.time.Duration;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "isolation",
        mixinStandardHelpOptions = true,
        description = "Creates and attaches healthy volumes: alone, beside volumes of other plugins whose calls hang or"
                + " fail, and beside a storm of detaches of the same plugin.")
final class IsolationCommand extends MachineCommand {
    @Option(names = "--count", defaultValue = "100", description = "Healthy volumes (default: ${DEFAULT-VALUE}).")
    private int count;

    @Option(
            names = "--plugin-latency",
            paramLabel = "MS",
            defaultValue = "100",
            description = "Milliseconds that the healthy plugin takes for each call (default: ${DEFAULT-VALUE}).")
    private long pluginLatency;

    @Option(
            names = "--hung",
            defaultValue = "10",
            description = "Volumes whose calls hang (default: ${DEFAULT-VALUE}).")
    private int hung;

    @Option(
            names = "--failing",
            defaultValue = "1000",
            description = "Volumes whose calls fail immediately (default: ${DEFAULT-VALUE}).")
    private int failing;

    @Option(names = "--detaches", defaultValue = "2000", description = "Detaches (default: ${DEFAULT-VALUE}).")
    private int detaches;

    @Mixin
    private Rounds rounds;

    @Mixin
    private PhaseTimeout phaseTimeout;

    @Override
    Bench bench() {
        IsolationBench bench = new IsolationBench(
                new IsolationOptions(
                        count,
                        Duration.ofMillis(pluginLatency),
                        new IsolationOptions.Besides(hung, failing, detaches),
                        rounds.value(),
                        phaseTimeout.value()),
                progress());
        return new Bench(bench.machine(), bench::run);
    }
}
