package io.hawser.node.work;

import static io.hawser.node.work.NodeInvariants.must;

import io.hawser.bus.pace.Backoff;
import io.hawser.mounts.MountEntry;
import io.hawser.node.layout.PluginPaths;
import io.hawser.node.layout.RootLayout;
import io.hawser.node.layout.VolumeKey;
import io.hawser.node.mount.DesiredState;
import io.hawser.node.mount.MountRecord;
import io.hawser.node.mount.Pauses;
import io.hawser.node.mount.PluginView;
import io.hawser.node.mount.Recovery;
import io.hawser.node.mount.Step;
import io.hawser.node.plugin.NodePlugin;
import io.hawser.node.plugin.Plugins;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Semaphore;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;

/**
 * One node, one volume name, one plugin; everything that happens is drawn from a seed, and every invariant is checked
 * after it.
 */
final class NodeSimulation {
    static final RootLayout LAYOUT = new RootLayout(Path.of("/node"));

    private final Random random;
    private final SimulatedPlugin plugin;
    private final SimulatedRecords disk;
    private final boolean visibleMounts;
    private final SimulatedKernel kernel;
    private final SimulatedAssignments assignments;
    final NodeInvariants invariants;
    private final TreeMap<String, MountWork> process = new TreeMap<>();
    private Instant now = Instant.EPOCH;
    private boolean pluginAway;
    /** Records that became empty while the plugin was away: only because a person said that they unmounted. */
    int forgotten;

    private boolean heldBack;

    NodeSimulation(long seed) {
        this.random = new Random(seed);
        this.plugin = new SimulatedPlugin(random.nextBoolean(), random);
        this.disk = new SimulatedRecords(random);
        this.visibleMounts = random.nextBoolean();
        this.kernel = new SimulatedKernel(plugin, visibleMounts);
        this.assignments = new SimulatedAssignments(random, visibleMounts, this::mayBeForgotten);
        this.invariants = new NodeInvariants(plugin, assignments, process, () -> heldBack);
        plugin.judgeTakingDown = invariants::takingDown;
    }

    void run(int events) {
        start();
        for (int i = 0; i < events; i++) {
            event();
            invariants.check();
        }
        calm();
    }

    private void event() {
        try {
            switch (random.nextInt(16)) {
                case 0, 1, 2 -> assignments.next();
                case 3 -> assignments.latest = Optional.empty();
                case 4 -> assignments.replayed();
                case 5 -> plugin.lands();
                case 6 -> pluginAway = !pluginAway;
                case 7 -> heldBack = random.nextInt(4) == 0;
                case 8 -> restart(random.nextInt(4) == 0);
                case 9 -> assignments.refused();
                case 10 -> pluginComesBack();
                case 11 -> assignments.toForget().ifPresent(this::unmountedByHand);
                default -> now = now.plusSeconds(random.nextInt(400));
            }
            look();
        } catch (Died died) {
            restart(false);
        }
    }

    /** Faults end: what is desired must come to be, and be known to be. */
    private void calm() {
        plugin.lands();
        plugin.faults = 0;
        plugin.deaths = 0;
        disk.deaths = 0;
        pluginAway = false;
        heldBack = false;
        unmountedByHand();
        assignments.next();
        DesiredState desired = ((DesiredState.Usable) assignments.latest.orElseThrow()).desired();
        // A plugin may say "not found" of each leaf that a reboot left, and says it again only after a long pause.
        for (int i = 0; i < 10 || (i < 100 && !rests(desired)); i++) {
            now = now.plusSeconds(1000);
            look();
            invariants.check();
        }
        must(rests(desired), "it comes to rest");
        Set<Path> wanted = desired.assignment().getTargetsList().stream()
                .map(target -> LAYOUT.target(desired.key(), target.getId()))
                .collect(Collectors.toSet());
        must(invariants.published(desired.key()).equals(wanted), "what is desired is published");
        must(
                wanted.isEmpty()
                        || plugin.sizes.getOrDefault(desired.assignment().getVolumeId(), 0L)
                                >= desired.assignment().getRequiredBytes(),
                "what is desired is grown");
        must(
                plugin.staged.contains(LAYOUT.staging(desired.key())) == (plugin.stages && !desired.nothing()),
                "staged as desired");
    }

    private boolean rests(DesiredState desired) {
        Step step = process.get(desired.key().uid()).view().step();
        return step instanceof Step.Rest || step instanceof Step.Forget;
    }

    /**
     * What it staged unseen it would take with it, and no record could know; so it gives staging up only where mounts
     * are seen.
     */
    private void pluginComesBack() {
        plugin.cameBack(visibleMounts || plugin.staged.isEmpty() ? random.nextBoolean() : plugin.stages);
    }

    /** The plugin is at no call that could mount it again; and what the agent does not see is unmounted already. */
    private boolean mayBeForgotten(VolumeKey key) {
        return plugin.late.isEmpty()
                && (visibleMounts
                        || invariants.published(key).isEmpty() && !plugin.staged.contains(LAYOUT.staging(key)));
    }

    private void unmountedByHand(VolumeKey key) {
        invariants.published(key).forEach(plugin.published::remove);
        plugin.staged.remove(LAYOUT.staging(key));
        compare();
    }

    private void compare() {
        process.values().forEach(work -> work.compare(kernel.mounts(), kernel.bootId(), work.calls()));
    }

    /** What a plugin staged before it gave staging up waits for a person. */
    private void unmountedByHand() {
        if (!plugin.stages) {
            plugin.staged.clear();
            compare();
        }
    }

    private void start() {
        process.clear();
        for (MountRecord record : disk.load().records()) {
            add(record.key(), Optional.of(record));
        }
        for (VolumeKey key : Recovery.mounted(LAYOUT, kernel.mounts())) {
            process.computeIfAbsent(key.uid(), _ -> work(key, Optional.empty()));
        }
    }

    private void restart(boolean reboot) {
        if (reboot) {
            kernel.reboots();
            plugin.rebooted();
        }
        start();
    }

    private void add(VolumeKey key, Optional<MountRecord> record) {
        process.put(key.uid(), work(key, record));
    }

    private MountWork work(VolumeKey key, Optional<MountRecord> record) {
        String boot = kernel.bootId();
        MountRecord have = Recovery.of(record.orElse(MountRecord.none(key, boot)), LAYOUT, kernel.mounts(), boot);
        return new MountWork(
                key,
                environment(),
                new Deaf(),
                _ -> new Semaphore(1),
                record,
                have,
                Optional.empty(),
                invariants::judgeReport);
    }

    private void look() {
        if (assignments.latest.orElse(null) instanceof DesiredState.Usable(DesiredState desired)
                && !process.containsKey(desired.key().uid())) {
            add(desired.key(), Optional.empty());
        }
        if (random.nextInt(4) == 0) {
            process.values().forEach(MountWork::measureAtRest);
        }
        List.copyOf(process.values()).forEach(this::look);
    }

    private void look(MountWork work) {
        boolean had = !work.view().have().isEmpty();
        work.run(() -> false);
        if (had && pluginAway && work.view().have().isEmpty()) {
            forgotten++;
        }
    }

    /** Fails, is cut by the agent's end, or gives all files of the volume to the group. */
    private Optional<String> giveGroup(MountEntry mount, String group, BooleanSupplier cut) {
        must(plugin.published.containsKey(mount.mountPoint()), "files are given to a group where they are published");
        if (random.nextDouble() < plugin.faults) {
            return Optional.of("EPERM");
        }
        if (random.nextDouble() < plugin.deaths) {
            throw new Died();
        }
        plugin.grouped.add(mount.mountPoint());
        return Optional.empty();
    }

    private MountEnvironment environment() {
        Plugins plugins = new Plugins() {
            @Override
            public PluginView view(String name) {
                return pluginAway ? new PluginView.Away("away") : new PluginView.Here(plugin.stages);
            }

            @Override
            public Optional<NodePlugin> node(String name) {
                return Optional.of(plugin);
            }
        };
        return new MountEnvironment(
                "n1",
                LAYOUT,
                new PluginPaths(LAYOUT.root(), Path.of("/node")),
                disk,
                kernel,
                this::giveGroup,
                _ -> "held by somebody",
                plugins,
                _ -> assignments.latest,
                () -> heldBack ? Optional.of("held back") : Optional.empty(),
                new Pauses(new Backoff(Duration.ofMillis(200), Duration.ofMinutes(2)), Duration.ofMinutes(5)),
                ((InstantSource) () -> now).withZone(ZoneOffset.UTC),
                random::nextDouble,
                1);
    }
}
