package io.hawser.bench.command;

import io.hawser.bench.volumes.SettledBench;
import io.hawser.bench.volumes.SettledOptions;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "settled",
        mixinStandardHelpOptions = true,
        description = "The life of volumes with empty tables, and beside very many volumes that rest: rates, looks for"
                + " due work, memory, a sweep, and the first call after a restart.")
final class SettledCommand extends MachineCommand {
    @Option(names = "--volumes", defaultValue = "1000000", description = "That rest (default: ${DEFAULT-VALUE}).")
    private int volumes;

    @Option(
            names = "--count",
            defaultValue = "2000",
            description = "Volumes of each of three rounds (default: ${DEFAULT-VALUE}).")
    private int count;

    @Mixin
    private PhaseTimeout phaseTimeout;

    @Override
    Bench bench() {
        SettledBench bench = new SettledBench(new SettledOptions(volumes, count, phaseTimeout.value()), progress());
        return new Bench(bench.machine(), bench::run);
    }
}
