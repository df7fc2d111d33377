package io.hawser.bench.agent;

import com.google.protobuf.Message;
import io.hawser.bench.machine.AgentUnderTest;
import io.hawser.bench.machine.BenchMachine;
import io.hawser.bench.machine.DiskSyncs;
import io.hawser.bench.machine.RecordWriter;
import io.hawser.bench.report.Figures;
import io.hawser.bench.report.Latencies;
import io.hawser.bench.volumes.Arrivals;
import io.hawser.bench.volumes.BenchFailedException;
import io.hawser.bench.volumes.Ticker;
import io.hawser.bench.volumes.VolumesOptions;
import io.hawser.bus.envelope.MessageTypes;
import io.hawser.bus.envelope.RecordDecoder;
import io.hawser.bus.topic.HawserTopic;
import io.hawser.cli.topic.TopicFollower;
import io.hawser.v1.Assignment;
import io.hawser.v1.MountReport;
import io.hawser.v1.MountState;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.function.IntSupplier;

/** Many mounts together, then some one after the other, then a start of the agent with all of them. */
public final class AgentBench {
    /** Between two looks at what arrives by itself; times are taken where it arrives. */
    private static final Duration LOOK = Duration.ofNanos(200_000);

    private static final Duration QUIET = Duration.ofSeconds(5);

    private final int mounted;
    private final int timed;
    private final List<String> javaOptions;
    private final Duration atMost;
    private final Consumer<String> progress;
    private final Arrivals reports = new Arrivals(AgentBench::mounted, System::nanoTime);

    /**
     * @param mounted volumes that the agent has mounted when its memory is read
     * @param timed further volumes, mounted one after the other
     * @param javaOptions of the agent's JVM, after its usual ones
     * @param atMost for each phase
     */
    public AgentBench(int mounted, int timed, List<String> javaOptions, Duration atMost, Consumer<String> progress) {
        VolumesOptions.within("--mounted", mounted, 1, 20_000);
        VolumesOptions.within("--timed", timed, 1, 10_000);
        VolumesOptions.within("--phase-timeout", atMost.toSeconds(), 1, 86_400);
        this.mounted = mounted;
        this.timed = timed;
        this.javaOptions = List.copyOf(javaOptions);
        this.atMost = atMost;
        this.progress = progress;
    }

    /** @throws BenchFailedException if a phase took too long */
    public Figures run(BenchMachine machine) {
        machine.createTopics();
        AgentUnderTest agent = machine.agent(javaOptions);
        int all = mounted + timed;
        try (AgentVolumes volumes = AgentVolumes.start(agent.pluginSocket(), agent.data(), all);
                RecordWriter writer = new RecordWriter(machine.bootstrapServers())) {
            agent.start();
            try (TopicFollower _ = new TopicFollower(
                    machine.bootstrapServers(),
                    List.of(HawserTopic.MOUNTS),
                    new RecordDecoder(MessageTypes.of(MountReport.getDefaultInstance())),
                    reports::hear)) {
                return measured(machine, agent, volumes, writer, all);
            }
        }
    }

    private Figures measured(
            BenchMachine machine, AgentUnderTest agent, AgentVolumes volumes, RecordWriter writer, int all) {
        Duration together = together(machine, writer);
        LockSupport.parkNanos(QUIET.toNanos());
        AgentUnderTest.Size size = agent.size();
        DiskSyncs syncs = DiskSyncs.record(agent.pid(), agent.data());
        Map<String, Duration> took = oneByOne(machine, writer, all);
        List<Duration> synced = syncs.stop();
        Map<String, Duration> own = volumes.ownTimes();
        List<Duration> over = new ArrayList<>();
        took.forEach((volume, time) -> over.add(time.minus(own.getOrDefault(volume, Duration.ZERO))));
        // The mounts go with the machine's folder.
        Duration ready = agent.restart();
        return Figures.of("agent")
                .with("mounted", mounted)
                .with("residentMiB", size.residentMiB(), 1)
                .with("threads", size.threads())
                .with("readyMs", ready.toMillis())
                .with("mountsPerSecond", mounted * 1e9 / together.toNanos(), 1)
                .with("overPluginMs", Latencies.of(over), 2)
                .with("fsyncsPerMount", (double) synced.size() / timed, 1)
                .with("fsyncMs", Latencies.of(synced), 2);
    }

    private Duration together(BenchMachine machine, RecordWriter writer) {
        long began = System.nanoTime();
        writeAll(writer, 0, mounted, AgentVolumes::mounted);
        await(machine, writer, "mounted together", mounted, reports::count);
        return Duration.ofNanos(System.nanoTime() - began);
    }

    private Map<String, Duration> oneByOne(BenchMachine machine, RecordWriter writer, int all) {
        Map<String, Duration> took = new HashMap<>();
        for (int number = mounted; number < all; number++) {
            String volume = AgentVolumes.name(number);
            int before = number;
            long began = System.nanoTime();
            writeAll(writer, number, number + 1, AgentVolumes::mounted);
            await(machine, writer, "mounted alone", before + 1, reports::count);
            took.put(volume, Duration.ofNanos(reports.at(volume).orElseThrow() - began));
        }
        return took;
    }

    /** The volume, if this is a report that all its targets are mounted. */
    static Optional<String> mounted(Message message) {
        return message instanceof MountReport report
                        && report.getTargetsCount() > 0
                        && report.getTargetsList().stream()
                                .allMatch(target -> target.getState() == MountState.MOUNT_STATE_MOUNTED)
                ? Optional.of(report.getVolume())
                : Optional.empty();
    }

    private static void writeAll(RecordWriter writer, int from, int to, IntFunction<Assignment> assignment) {
        for (int number = from; number < to; number++) {
            writer.assign(assignment.apply(number));
        }
        writer.flush();
    }

    private void await(BenchMachine machine, RecordWriter writer, String what, int all, IntSupplier done) {
        new Ticker(what, all, progress)
                .await(done, LOOK, atMost, () -> writer.trouble().or(machine::trouble));
    }
}
