package io.hawser.bench.volumes;

import com.google.gson.JsonParser;
import io.hawser.bench.machine.BenchMachine;
import io.hawser.bench.machine.PluginProcess;
import io.hawser.bench.machine.RecordWriter;
import io.hawser.bench.report.Latencies;
import io.hawser.bench.report.Phase;
import io.hawser.bench.report.Rates;
import io.hawser.bench.report.VolumesReport;
import io.hawser.bus.envelope.MessageTypes;
import io.hawser.bus.envelope.RecordDecoder;
import io.hawser.bus.topic.HawserTopic;
import io.hawser.cli.topic.TopicFollower;
import io.hawser.csi.AccessModes;
import io.hawser.csi.ConnectionOptions;
import io.hawser.csi.CsiClient;
import io.hawser.csi.CsiConnection;
import io.hawser.csi.CsiRpc;
import io.hawser.csi.CsiService;
import io.hawser.csi.v1.NodeGetInfoRequest;
import io.hawser.csi.v1.VolumeCapability;
import io.hawser.v1.Assignment;
import io.hawser.v1.CommandResult;
import io.hawser.v1.MountAccess;
import io.hawser.v1.TaskVolumes;
import io.hawser.v1.Volume;
import io.hawser.v1.VolumeSpec;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/** The whole bench on a running machine: a warm-up, Hawser, one worker, and the time from a command to its call. */
public final class VolumesBench {
    private static final int NODES = 8;
    private static final int WARM_UP = 100;
    private static final int PACED_AT_MOST = 100;
    private static final Duration READ_WITHIN = Duration.ofSeconds(10);
    private static final List<HawserTopic> READ = List.of(
            HawserTopic.VOLUMES, HawserTopic.TASK_VOLUMES, HawserTopic.ASSIGNMENTS, HawserTopic.COMMAND_RESULTS);

    private final Options options;
    private final PluginProcess plugin;
    private final PluginProcess pacedPlugin;
    private final Consumer<String> progress;

    /**
     * What to measure.
     *
     * @param count volumes, at least 1
     * @param pluginLatency how long the plugin takes for each call, whole milliseconds
     * @param atMost for each phase
     */
    public record Options(int count, Duration pluginLatency, Duration atMost) {
        public Options {
            if (count < 1) {
                throw new IllegalArgumentException("count must be at least 1, not " + count);
            }
            if (pluginLatency.isNegative()) {
                throw new IllegalArgumentException("pluginLatency must not be negative: " + pluginLatency);
            }
            if (!atMost.isPositive()) {
                throw new IllegalArgumentException("atMost must be above zero, not " + atMost);
            }
        }
    }

    public VolumesBench(Options options, Consumer<String> progress) {
        this.options = options;
        this.progress = progress;
        this.plugin = new PluginProcess("bench.hawser.io", "plugin", NODES, options.pluginLatency(), false);
        this.pacedPlugin = new PluginProcess("paced.bench.hawser.io", "paced", 0, options.pluginLatency(), true);
    }

    /** The plugins that must run beside volume-service. */
    public List<PluginProcess> plugins() {
        return List.of(plugin, pacedPlugin);
    }

    /** @throws BenchFailedException if a phase took too long, a command was rejected or a rule of CSI was broken */
    public VolumesReport run(BenchMachine machine) {
        Clock clock = Clock.systemUTC();
        try (RecordWriter writer = new RecordWriter(machine.bootstrapServers(), clock);
                CsiClient csi = CsiClient.create(new SimpleMeterRegistry())) {
            Surroundings surroundings = new Surroundings(writer);
            Outcomes outcomes = new Outcomes(surroundings::answer);
            try (TopicFollower reader = new TopicFollower(machine.bootstrapServers(), READ, decoder(), outcomes::hear);
                    CsiConnection controller =
                            csi.connect(machine.controller(plugin), ConnectionOptions.reading(CsiService.CONTROLLER))) {
                List<BenchNode> nodes = IntStream.rangeClosed(1, NODES)
                        .mapToObj(i -> node(csi, machine, "node-" + i))
                        .toList();
                new Introduction(machine, surroundings, options.atMost()).of(plugins(), plugin, nodes);
                var troubles = new Troubles(machine, writer, reader, outcomes);
                var hawser = new HawserRun(surroundings, outcomes, options.atMost(), troubles::first);
                var worker = new OneWorker(controller, capability(), nodes, options.atMost());
                var paced = new PacedRun(surroundings, outcomes, clock, options.atMost(), troubles::first);

                int warmUp = Math.min(options.count(), WARM_UP);
                progress.accept("warming up with " + warmUp + " volumes");
                hawser.run(names("warm", warmUp), spec(plugin), nodes, line -> {});
                worker.run(names("warm", warmUp), line -> {});
                progress.accept("Hawser:");
                CallCounts before = calls(machine);
                Map<Phase, Duration> byHawser =
                        hawser.run(names("bench", options.count()), spec(plugin), nodes, progress);
                CallCounts between = calls(machine);
                progress.accept("one worker:");
                Map<Phase, Duration> byWorker = worker.run(names("one", options.count()), progress);
                CallCounts.same(between.since(before), calls(machine).since(between));
                int paces = Math.min(options.count(), PACED_AT_MOST);
                progress.accept("from command to call, " + paces + " volumes one after another");
                List<Duration> waits =
                        paced.run(names("paced", paces), spec(pacedPlugin), machine.callLog(pacedPlugin));
                plugins().forEach(each -> judge(machine, each));
                return new VolumesReport(
                        options.count(),
                        options.pluginLatency().toMillis(),
                        Rates.of(options.count(), byHawser),
                        Rates.of(options.count(), byWorker),
                        Latencies.of(waits));
            }
        }
    }

    private CallCounts calls(BenchMachine machine) {
        return CallCounts.parse(machine.calls(plugin));
    }

    /** A figure does not count if the run broke the rules of CSI. */
    private static void judge(BenchMachine machine, PluginProcess plugin) {
        var violations = JsonParser.parseString(machine.verdict(plugin))
                .getAsJsonObject()
                .getAsJsonArray("violations");
        if (!violations.isEmpty()) {
            throw new BenchFailedException("%s noted %d broken rules, the first: %s"
                    .formatted(plugin.name(), violations.size(), violations.get(0)));
        }
    }

    private BenchNode node(CsiClient csi, BenchMachine machine, String name) {
        try (CsiConnection connection =
                csi.connect(machine.node(plugin, name), ConnectionOptions.reading(CsiService.NODE))) {
            return new BenchNode(
                    name,
                    Calls.done(connection, CsiRpc.NODE_GET_INFO, NodeGetInfoRequest.getDefaultInstance(), READ_WITHIN));
        }
    }

    private static RecordDecoder decoder() {
        return new RecordDecoder(MessageTypes.of(
                Volume.getDefaultInstance(),
                TaskVolumes.getDefaultInstance(),
                Assignment.getDefaultInstance(),
                CommandResult.getDefaultInstance()));
    }

    private static VolumeSpec spec(PluginProcess plugin) {
        return VolumeSpec.newBuilder()
                .setPlugin(plugin.name())
                .setMount(MountAccess.getDefaultInstance())
                .build();
    }

    /** The capability that volume-service derives from the same specification. */
    private VolumeCapability capability() {
        return AccessModes.capability(spec(plugin), false).orElseThrow();
    }

    private static List<String> names(String what, int count) {
        return IntStream.rangeClosed(1, count).mapToObj(i -> what + "-" + i).toList();
    }
}
