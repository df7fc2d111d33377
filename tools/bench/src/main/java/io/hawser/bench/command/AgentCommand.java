package io.hawser.bench.command;

import io.hawser.bench.agent.AgentBench;
import io.hawser.bench.machine.MachinePlan;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "agent",
        mixinStandardHelpOptions = true,
        description = "One node-agent with many real mounts: its memory and threads, how soon it is ready, and what it"
                + " adds to the plugin's own time.")
final class AgentCommand extends MachineCommand {
    @Option(
            names = "--mounted",
            defaultValue = "1000",
            description = "Volumes that are mounted together (default: ${DEFAULT-VALUE}).")
    private int mounted;

    @Option(
            names = "--timed",
            defaultValue = "200",
            description = "Further volumes, mounted one after the other (default: ${DEFAULT-VALUE}).")
    private int timed;

    @Option(
            names = "--java-option",
            paramLabel = "OPTION",
            description =
                    "An option of the agent's JVM, after its usual ones, to see what it changes. May be repeated.")
    private List<String> javaOptions = List.of();

    @Mixin
    private PhaseTimeout phaseTimeout;

    @Override
    Bench bench() {
        AgentBench bench = new AgentBench(mounted, timed, javaOptions, phaseTimeout.value(), progress());
        return new Bench(MachinePlan.brokerOnly(), bench::run);
    }
}
