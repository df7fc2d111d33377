package io.hawser.node.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hawser.bus.pace.Backoff;
import io.hawser.mounts.MountTable;
import io.hawser.node.layout.PluginPaths;
import io.hawser.node.layout.RootLayout;
import io.hawser.node.layout.VolumeKey;
import io.hawser.node.mount.CallOutcome;
import io.hawser.node.mount.DesiredState;
import io.hawser.node.mount.Pauses;
import io.hawser.node.mount.Step;
import io.hawser.node.mount.VolumeStats;
import io.hawser.node.mounttable.files.Kernel;
import io.hawser.node.record.Records;
import io.hawser.node.record.files.MountRecords;
import io.hawser.v1.MountReport;
import io.hawser.v1.MountState;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BiConsumer;
import java.util.function.UnaryOperator;

/** A mount loop on real files and real threads, with scripted calls to its plugin and a kernel that knows no mounts. */
final class Bench implements Listener, AutoCloseable {
    static final Kernel NO_MOUNTS = new Kernel() {
        @Override
        public MountTable mounts() {
            return new MountTable(List.of());
        }

        @Override
        public String bootId() {
            return "boot-1";
        }
    };

    /** The root as its plugin sees it. */
    static final Path PLUGIN_ROOT = Path.of("/in/the/container");

    final ScriptedNodeCalls plugin;
    final Map<String, DesiredState.Read> assignments = new ConcurrentHashMap<>();
    final Map<String, MountReport> reports = new ConcurrentHashMap<>();
    /** Every report, in order. */
    final List<MountReport> history = new CopyOnWriteArrayList<>();

    /** Names of volumes of which nothing is reported any more. */
    final List<String> gone = new CopyOnWriteArrayList<>();

    final List<String> ended = new CopyOnWriteArrayList<>();
    final List<Optional<VolumeStats>> measures = new CopyOnWriteArrayList<>();
    final List<String> remarks = new CopyOnWriteArrayList<>();
    /** How files are given to groups. */
    volatile FileGroups groups = (_, _, _) -> Optional.empty();
    /** Who holds what is still mounted. */
    volatile String holders = "";
    /** Why nothing may be taken down. */
    volatile Optional<String> heldBack = Optional.empty();
    /** How far its clock is ahead of the machine's. */
    volatile Duration ahead = Duration.ZERO;

    private final Clock clock = ((InstantSource) () -> Instant.now().plus(ahead)).withZone(ZoneOffset.UTC);

    final RootLayout layout;
    final MountEnvironment environment;
    final VolumeWorkers loop;

    Bench(Path root) {
        this(root, NO_MOUNTS, new ScriptedNodeCalls(), UnaryOperator.identity(), 4);
    }

    /** Its plugin is in a container, and sees the root as {@link #PLUGIN_ROOT}. */
    static Bench withPluginInContainer(Path root) {
        ScriptedNodeCalls plugin = new ScriptedNodeCalls();
        plugin.onNode = path -> root.resolve(PLUGIN_ROOT.relativize(path));
        return new Bench(root, PLUGIN_ROOT, NO_MOUNTS, plugin, UnaryOperator.identity(), 4);
    }

    /** @param disk how the records on the files behave */
    Bench(Path root, Kernel kernel, ScriptedNodeCalls plugin, UnaryOperator<Records> disk, int callsPerPlugin) {
        this(root, root, kernel, plugin, disk, callsPerPlugin);
    }

    /**
     * It has begun.
     *
     * @param before what the disk does before each access
     */
    static Bench started(Path root, ScriptedNodeCalls plugin, int callsPerPlugin, BiConsumer<String, VolumeKey> before)
            throws IOException {
        Bench bench = new Bench(root, NO_MOUNTS, plugin, records -> new Disk(records, before), callsPerPlugin);
        bench.loop.start(List.of());
        return bench;
    }

    private Bench(
            Path root,
            Path pluginRoot,
            Kernel kernel,
            ScriptedNodeCalls plugin,
            UnaryOperator<Records> disk,
            int callsPerPlugin) {
        this.plugin = plugin;
        layout = new RootLayout(root);
        environment = new MountEnvironment(
                "n1",
                layout,
                new PluginPaths(layout.root(), pluginRoot),
                disk.apply(new MountRecords(layout, kernel::mounts)),
                kernel,
                (mount, group, cut) -> groups.give(mount, group, cut),
                _ -> holders,
                plugin,
                volume -> Optional.ofNullable(assignments.get(volume)),
                () -> heldBack,
                new Pauses(new Backoff(Duration.ofMillis(10), Duration.ofMillis(50)), Duration.ofHours(1)),
                clock,
                () -> 0.5,
                callsPerPlugin);
        loop = new VolumeWorkers(environment, this);
    }

    void desired(DesiredState desired) {
        assignments.put(desired.key().volume(), new DesiredState.Usable(desired));
        loop.assigned(desired.key().volume());
    }

    MountReport report(String volume) {
        return reports.getOrDefault(volume, MountReport.getDefaultInstance());
    }

    /** The volume has one target, and it is mounted. */
    static void awaitMounted(Bench bench, String volume) {
        await().untilAsserted(() -> assertThat(bench.report(volume).getTargetsList())
                .extracting("state")
                .containsExactly(MountState.MOUNT_STATE_MOUNTED));
    }

    @Override
    public void report(MountReport report) {
        history.add(report);
        reports.put(report.getVolume(), report);
    }

    @Override
    public void gone(String volume) {
        gone.add(volume);
        reports.remove(volume);
    }

    @Override
    public void remark(String volume, String reason, String message) {
        remarks.add(reason + " " + message);
    }

    @Override
    public void measured(VolumeKey key, String plugin, Optional<VolumeStats> stats) {
        measures.add(stats);
    }

    @Override
    public void called(
            String volume, String plugin, Step.Call call, CallOutcome outcome, boolean achieved, String message) {
        ended.add(call.getClass().getSimpleName() + " " + (achieved ? "done" : message));
    }

    @Override
    public void close() {
        loop.close();
    }
}
