package io.hawser.bench.command;

import io.hawser.bench.volumes.VolumesBench;
import io.hawser.bench.volumes.VolumesOptions;
import java.time.Duration;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "volumes",
        mixinStandardHelpOptions = true,
        description = {
            "Creates, publishes, unpublishes and deletes volumes: Hawser, one worker that makes the same calls, and one"
                    + " that commits each call's intent and outcome, in turns.",
            "Everything runs that `./hawser up` starts."
        })
final class VolumesCommand extends MachineCommand {
    @Option(names = "--count", defaultValue = "5000", description = "How many volumes (default: ${DEFAULT-VALUE}).")
    private int count;

    @Option(
            names = "--plugin-latency",
            paramLabel = "MS",
            defaultValue = "10",
            description = "Milliseconds that the plugin takes for each call (default: ${DEFAULT-VALUE}).")
    private long pluginLatency;

    @Option(
            names = "--calls",
            defaultValue = "100",
            description = "Calls of one kind that volume-service makes at the same time (default: ${DEFAULT-VALUE}).")
    private int calls;

    @Mixin
    private Rounds rounds;

    @Mixin
    private PhaseTimeout phaseTimeout;

    @Override
    Bench bench() {
        VolumesBench bench = new VolumesBench(
                new VolumesOptions(
                        count, Duration.ofMillis(pluginLatency), calls, rounds.value(), phaseTimeout.value()),
                progress());
        return new Bench(bench.machine(), bench::run);
    }
}
