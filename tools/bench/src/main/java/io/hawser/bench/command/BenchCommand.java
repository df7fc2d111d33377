package io.hawser.bench.command;

import io.hawser.bench.agent.AgentBench;
import io.hawser.bench.commands.CommandsBench;
import io.hawser.bench.deallocate.DeallocateBench;
import io.hawser.bench.machine.MachinePlan;
import io.hawser.bench.supervise.SuperviseBench;
import io.hawser.bench.volumes.ReplicasBench;
import io.hawser.bench.volumes.SettledBench;
import io.hawser.bench.volumes.SettledOptions;
import io.hawser.bench.volumes.VolumesOptions;
import io.hawser.local.command.Launched;
import java.time.Duration;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The benches. The launcher passes the data folder and the project's folder. */
@Command(
        mixinStandardHelpOptions = true,
        name = "./hawser bench",
        description = "Measures Hawser on this machine.",
        subcommands = {
            VolumesCommand.class,
            IsolationCommand.class,
            BenchCommand.Settled.class,
            BenchCommand.Replicas.class,
            BenchCommand.Commands.class,
            BenchCommand.Supervise.class,
            BenchCommand.Deallocate.class,
            BenchCommand.Agent.class,
            CommandLine.HelpCommand.class
        })
public final class BenchCommand {
    private BenchCommand() {}

    public static CommandLine commandLine() {
        return Launched.commandLine(new BenchCommand());
    }

    @Command(
            name = "settled",
            mixinStandardHelpOptions = true,
            description = "The life of volumes with empty tables, and beside very many volumes that rest: rates, looks"
                    + " for due work, memory, a sweep, and the first call after a restart.")
    static final class Settled extends MachineCommand {
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

    @Command(
            name = "replicas",
            mixinStandardHelpOptions = true,
            description = "The life of volumes with one replica of volume-service and with two, in turns.")
    static final class Replicas extends MachineCommand {
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

    @Command(
            name = "commands",
            mixinStandardHelpOptions = true,
            description =
                    "Many commands at once: each is answered, and volume-service's memory stays within its limit.")
    static final class Commands extends MachineCommand {
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

    @Command(
            name = "supervise",
            mixinStandardHelpOptions = true,
            description =
                    "Many healthy plugins in one process: how late plugin-registry asks them, and what that costs.")
    static final class Supervise extends MachineCommand {
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

    @Command(
            name = "deallocate",
            mixinStandardHelpOptions = true,
            description =
                    "The tasks of services that are marked for deletion end together: how long after its last task"
                            + " each service is deallocated, and what each task costs, however many there are.")
    static final class Deallocate extends MachineCommand {
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

    @Command(
            name = "agent",
            mixinStandardHelpOptions = true,
            description =
                    "One node-agent with many real mounts: its memory and threads, how soon it is ready, and what it"
                            + " adds to the plugin's own time.")
    static final class Agent extends MachineCommand {
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
}
