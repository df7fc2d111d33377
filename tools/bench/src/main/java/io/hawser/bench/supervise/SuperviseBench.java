package io.hawser.bench.supervise;

import io.hawser.bench.machine.BenchMachine;
import io.hawser.bench.machine.Delays;
import io.hawser.bench.machine.MachinePlan;
import io.hawser.bench.machine.ManyPlugins;
import io.hawser.bench.machine.RecordWriter;
import io.hawser.bench.machine.Supervision;
import io.hawser.bench.report.Figures;
import io.hawser.bench.report.Latencies;
import io.hawser.bench.volumes.Await;
import io.hawser.bench.volumes.VolumesOptions;
import io.hawser.bus.envelope.Decoded;
import io.hawser.bus.envelope.MessageTypes;
import io.hawser.bus.envelope.RecordDecoder;
import io.hawser.bus.topic.HawserTopic;
import io.hawser.cli.topic.TopicFollower;
import io.hawser.v1.Plugin;
import io.hawser.v1.RegisterPluginInstance;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/**
 * Registers many healthy plugins, and then only watches. It begins to measure when each was asked a few times: the
 * registrations fall together, and the jitter of the intervals spreads what follows from them.
 */
public final class SuperviseBench {
    private static final int WARM_UP = 3;
    private static final Duration LOOK = Duration.ofMillis(100);

    private final Duration interval;
    private final int intervals;
    private final Duration atMost;
    private final Consumer<String> progress;
    private final ManyPlugins plugins;
    private final Map<String, Boolean> healthy = new ConcurrentHashMap<>();

    /**
     * @param plugins how many, each with one healthy instance
     * @param interval how often each is asked, whole seconds
     * @param intervals for how many of them
     * @param atMost until all plugins are known
     */
    public SuperviseBench(int plugins, Duration interval, int intervals, Duration atMost, Consumer<String> progress) {
        VolumesOptions.within("--plugins", plugins, 1, 10_000);
        VolumesOptions.within("--interval", interval.toSeconds(), 1, 3_600);
        VolumesOptions.within("--intervals", intervals, 1, 10_000);
        VolumesOptions.within("--timeout", atMost.toSeconds(), 1, 86_400);
        this.interval = interval;
        this.intervals = intervals;
        this.atMost = atMost;
        this.progress = progress;
        this.plugins = new ManyPlugins(plugins);
    }

    /** What must run. */
    public MachinePlan machine() {
        return MachinePlan.pluginRegistryOnly(interval, plugins);
    }

    /** @throws IllegalStateException if a plugin was not found healthy, or was asked too seldom */
    public Figures run(BenchMachine machine) {
        try (RecordWriter writer = new RecordWriter(machine.bootstrapServers());
                TopicFollower reader = new TopicFollower(
                        machine.bootstrapServers(),
                        List.of(HawserTopic.PLUGINS),
                        new RecordDecoder(MessageTypes.of(Plugin.getDefaultInstance())),
                        (topic, record) -> hear(record));
                Supervision supervision = machine.supervision()) {
            register(machine, writer);
            Await.until(
                    this::allHealthy,
                    LOOK,
                    atMost,
                    reader::trouble,
                    () -> "plugin-registry has found %d of %d plugins healthy"
                            .formatted(countHealthy(), plugins.count()));
            progress.accept("%d plugins are healthy".formatted(plugins.count()));
            pass(supervision, WARM_UP, "warm-up");
            Supervision.Look start = supervision.look();
            pass(supervision, intervals, "interval");
            Supervision.Look end = supervision.look();
            if (!machine.endedUnasked().isEmpty() || !allHealthy()) {
                throw new IllegalStateException("not all plugins stayed healthy: %d of %d; ended unasked: %s"
                        .formatted(countHealthy(), plugins.count(), machine.endedUnasked()));
            }
            long asked = end.delays().since(start.delays()).count();
            long least = (long) plugins.count() * intervals;
            if (asked < least) {
                throw new IllegalStateException(
                        "plugins were asked %d times in %d intervals, not %d times".formatted(asked, intervals, least));
            }
            return figures(plugins.count(), start, end);
        }
    }

    static Figures figures(int plugins, Supervision.Look start, Supervision.Look end) {
        Delays delays = end.delays().since(start.delays());
        double statements = end.statements() - start.statements();
        return Figures.of("supervise")
                .with("plugins", plugins)
                .with("probeDelayMs", new Latencies(delays.percentile(50), delays.percentile(99)), 1)
                .with(
                        "residentMiB",
                        new Figures().with("start", start.residentMiB(), 1).with("end", end.residentMiB(), 1))
                .with("threads", end.threads())
                .with("statementsPerProbe", statements / delays.count(), 2);
    }

    private void hear(Decoded record) {
        if (record instanceof Decoded.Known known && known.message() instanceof Plugin plugin) {
            healthy.put(plugin.getName(), !plugin.getCurrent().isEmpty());
        }
    }

    private void register(BenchMachine machine, RecordWriter writer) {
        for (int number = 0; number < plugins.count(); number++) {
            String name = ManyPlugins.name(number);
            writer.write(
                    HawserTopic.PLUGIN_COMMANDS,
                    name,
                    RegisterPluginInstance.newBuilder()
                            .setPlugin(name)
                            .setInstance("bench")
                            .setEndpoint(machine.endpoint(plugins, number).toString())
                            .build());
        }
        writer.flush();
        writer.trouble().ifPresent(trouble -> {
            throw new IllegalStateException(trouble);
        });
    }

    private boolean allHealthy() {
        return countHealthy() == plugins.count();
    }

    private long countHealthy() {
        return healthy.values().stream().filter(yes -> yes).count();
    }

    private void pass(Supervision supervision, int times, String what) {
        for (int i = 1; i <= times; i++) {
            long end = System.nanoTime() + interval.toNanos();
            for (long left = interval.toNanos(); left > 0; left = end - System.nanoTime()) {
                LockSupport.parkNanos(left);
            }
            Supervision.Look look = supervision.look();
            progress.accept("%s %d of %d: %d probes, %.0f MiB resident, %d threads"
                    .formatted(what, i, times, look.delays().count(), look.residentMiB(), look.threads()));
        }
    }
}
