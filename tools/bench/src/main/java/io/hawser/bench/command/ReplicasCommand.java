package io.hawser.bench.command;

import io.hawser.bench.volumes.ReplicasBench;
import io.hawser.bench.volumes.VolumesOptions;
import java.time.Duration;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "replicas",
        mixinStandardHelpOptions = true,
        description = "The life of volumes with one replica of volume-service and with two, in turns.")
final class ReplicasCommand extends MachineCommand {
    @Option(names = "--count", defaultValue = "1000", description = "How many volumes (default: ${DEFAULT-VALUE}).")
    private int count;

    @Option(
            names = "--plugin-latency",
            paramLabel = "MS",
            defaultValue = "100",
            description = "Milliseconds that the plugin takes for each call (default: ${DEFAULT-VALUE}).")
    private long pluginLatency;

    @Option(
            names = "--calls",
            defaultValue = "20",
            description = "Calls of one kind that a replica makes at the same time (default: ${DEFAULT-VALUE}).")
    private int calls;

    @Mixin
    private Rounds rounds;

    @Mixin
    private PhaseTimeout phaseTimeout;

    @Override
    Bench bench() {
        ReplicasBench bench = new ReplicasBench(
                new VolumesOptions(
                        count, Duration.ofMillis(pluginLatency), calls, rounds.value(), phaseTimeout.value()),
                progress());
        return new Bench(bench.machine(), bench::run);
    }
}
