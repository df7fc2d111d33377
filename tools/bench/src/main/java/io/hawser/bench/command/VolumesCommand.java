package io.hawser.bench.command;

import io.hawser.bench.report.VolumesReport;
import io.hawser.bench.volumes.VolumesBench;
import java.time.Duration;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code bench volumes}: runs on a data folder of its own that is deleted afterwards. */
@Command(
        name = "volumes",
        mixinStandardHelpOptions = true,
        description = "Volumes per second, beside one worker that makes the same CSI calls one after another.")
final class VolumesCommand extends MachineCommand {
    @Option(names = "--count", defaultValue = "500", description = "How many volumes (default: ${DEFAULT-VALUE}).")
    private int count;

    @Option(
            names = "--plugin-latency",
            paramLabel = "MS",
            defaultValue = "10",
            description = "Milliseconds that the plugin takes for each call (default: ${DEFAULT-VALUE}).")
    private long pluginLatency;

    @Option(
            names = "--phase-timeout",
            paramLabel = "SECONDS",
            defaultValue = "300",
            description = "How long a phase may take before the bench fails (default: ${DEFAULT-VALUE}).")
    private long phaseTimeout;

    @Override
    public Integer call() {
        VolumesBench.Options options = checked(() ->
                new VolumesBench.Options(count, Duration.ofMillis(pluginLatency), Duration.ofSeconds(phaseTimeout)));
        VolumesBench bench = new VolumesBench(options, progress());
        VolumesReport report = measure(Optional.empty(), bench.plugins(), bench::run);
        show(report.json(), report.table());
        return 0;
    }
}
