package io.hawser.bench.command;

import io.hawser.bench.deallocate.DeallocateBench;
import io.hawser.bench.machine.MachinePlan;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "deallocate",
        mixinStandardHelpOptions = true,
        description = "The tasks of services that are marked for deletion end together: how long after its last task"
                + " each service is deallocated, and what each task costs, however many there are.")
final class DeallocateCommand extends MachineCommand {
    @Option(names = "--services", defaultValue = "1000", description = "Services (default: ${DEFAULT-VALUE}).")
    private int services;

    @Option(
            names = "--tasks",
            paramLabel = "COUNT",
            split = ",",
            defaultValue = "1000,10000,100000",
            description = "Tasks of each run, spread over the services (default: ${DEFAULT-VALUE}).")
    private List<Integer> tasks = List.of();

    @Mixin
    private PhaseTimeout phaseTimeout;

    @Override
    Bench bench() {
        DeallocateBench bench = new DeallocateBench(services, tasks, phaseTimeout.value(), progress());
        return new Bench(MachinePlan.deallocatorOnly(), bench::run);
    }
}
