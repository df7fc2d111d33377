package io.hawser.node.work;

import io.hawser.bus.pace.Backoff;
import io.hawser.mounts.MountEntry;
import io.hawser.mounts.MountTable;
import io.hawser.node.layout.PluginPaths;
import io.hawser.node.layout.RootLayout;
import io.hawser.node.layout.VolumeKey;
import io.hawser.node.mount.DesiredState;
import io.hawser.node.mount.MountRecord;
import io.hawser.node.mount.MountReports;
import io.hawser.node.mount.Order;
import io.hawser.node.mount.Pauses;
import io.hawser.node.mount.PluginView;
import io.hawser.node.mount.Recovery;
import io.hawser.node.mount.Staging;
import io.hawser.node.mount.Step;
import io.hawser.node.mount.TargetState;
import io.hawser.node.mount.View;
import io.hawser.node.mounttable.Kernel;
import io.hawser.node.mounttable.Leaf;
import io.hawser.node.mounttable.Sighting;
import io.hawser.v1.Assignment;
import io.hawser.v1.AssignmentTarget;
import io.hawser.v1.MountAccess;
import io.hawser.v1.MountReport;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.Semaphore;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * One node, one volume name, one plugin; everything that happens is drawn from a seed, and every invariant is checked
 * after it.
 */
final class NodeSimulation {
    private static final String VOLUME = "data";
    private static final RootLayout LAYOUT = new RootLayout(Path.of("/node"));

    private final Random random;
    private final SimulatedPlugin plugin;
    private final SimulatedRecords disk;
    private final boolean visibleMounts;
    private final TreeMap<String, MountWork> process = new TreeMap<>();
    /** Volumes whose files the agent gives to a group. */
    private final Set<VolumeKey> groups = new TreeSet<>();

    private final Set<String> ordersToLetGo = new TreeSet<>();
    private final List<DesiredState> history = new ArrayList<>();
    private Optional<DesiredState.Read> latest = Optional.empty();
    private Instant now = Instant.EPOCH;
    private int boots;
    private int uid = 1;
    private long generation;
    private int targets;
    private boolean pluginAway;
    private boolean heldBack;
    int nothingLefts;
    int settled;

    NodeSimulation(long seed) {
        this.random = new Random(seed);
        this.plugin = new SimulatedPlugin(random.nextBoolean(), random);
        this.disk = new SimulatedRecords(random);
        this.visibleMounts = random.nextBoolean();
        plugin.judgeTakingDown = this::takingDown;
    }

    void run(int events) {
        start();
        for (int i = 0; i < events; i++) {
            event();
            check();
        }
        calm();
    }

    private void event() {
        try {
            switch (random.nextInt(15)) {
                case 0, 1, 2 -> desired();
                case 3 -> latest = Optional.empty();
                case 4 -> replayed();
                case 5 -> plugin.lands();
                case 6 -> pluginAway = !pluginAway;
                case 7 -> heldBack = random.nextInt(4) == 0;
                case 8 -> restart(random.nextInt(4) == 0);
                case 9 -> latest = Optional.of(new DesiredState.Refused(Optional.empty(), "record", "is garbage"));
                case 10 -> pluginComesBack();
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
        desired();
        DesiredState desired = ((DesiredState.Usable) latest.orElseThrow()).desired();
        // A plugin may say "not found" of each leaf that a reboot left, and says it again only after a long pause.
        for (int i = 0; i < 10 || (i < 100 && !rests(desired)); i++) {
            now = now.plusSeconds(1000);
            look();
            check();
        }
        must(rests(desired), "it comes to rest");
        Set<Path> wanted = desired.assignment().getTargetsList().stream()
                .map(target -> LAYOUT.target(desired.key(), target.getId()))
                .collect(Collectors.toSet());
        must(published(desired.key()).equals(wanted), "what is desired is published");
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

    /** What a plugin staged before it gave staging up waits for a person. */
    private void unmountedByHand() {
        if (!plugin.stages) {
            plugin.staged.clear();
            process.values().forEach(work -> work.compare(kernel().mounts(), kernel().bootId(), work.calls()));
        }
    }

    private void desired() {
        boolean mayRecreate = latest.filter(
                        read -> read instanceof DesiredState.Usable(DesiredState desired) && desired.nothing())
                .isPresent();
        if (mayRecreate && random.nextInt(3) == 0) {
            uid++;
        }
        Assignment.Builder next = Assignment.newBuilder()
                .setNode("n1")
                .setVolume(VOLUME)
                .setUid("u" + uid)
                .setGeneration(++generation)
                .setPlugin("p")
                .setVolumeId("csi-" + uid)
                .setRequiredBytes(random.nextInt(3) * generation);
        if (random.nextInt(3) == 0) {
            next.setNothing(true).clearRequiredBytes();
            ordersToLetGo.add("u" + uid);
        } else {
            history.stream()
                    .filter(desired -> desired.key().uid().equals("u" + uid))
                    .reduce((first, second) -> second)
                    .ifPresent(desired -> desired.assignment().getTargetsList().stream()
                            .filter(_ -> random.nextBoolean())
                            .forEach(next::addTargets));
            for (int i = random.nextInt(3); i > 0; i--) {
                next.addTargets(AssignmentTarget.newBuilder()
                        .setId("t" + ++targets)
                        .setTask("task")
                        .setReadOnly(targets % 3 == 0));
            }
        }
        if (visibleMounts && uid % 2 == 0) {
            next.setMount(MountAccess.getDefaultInstance()).setFsGroup("1000");
            groups.add(new VolumeKey(VOLUME, "u" + uid));
        }
        DesiredState made = ((DesiredState.Usable) DesiredState.of(next.build())).desired();
        history.add(made);
        latest = Optional.of(new DesiredState.Usable(made));
    }

    /** The topic lost its tail, or was emptied and restored: an older record is the newest now. */
    private void replayed() {
        if (!history.isEmpty()) {
            latest = Optional.of(new DesiredState.Usable(history.get(random.nextInt(history.size()))));
        }
    }

    private void start() {
        process.clear();
        for (MountRecord record : disk.load().records()) {
            add(record.key(), Optional.of(record));
        }
        for (VolumeKey key : Recovery.mounted(LAYOUT, kernel().mounts())) {
            process.computeIfAbsent(key.uid(), _ -> work(key, Optional.empty()));
        }
    }

    private void restart(boolean reboot) {
        if (reboot) {
            boots++;
            plugin.rebooted();
        }
        start();
    }

    private void add(VolumeKey key, Optional<MountRecord> record) {
        process.put(key.uid(), work(key, record));
    }

    private MountWork work(VolumeKey key, Optional<MountRecord> record) {
        String boot = kernel().bootId();
        MountRecord have = Recovery.of(record.orElse(MountRecord.none(key, boot)), LAYOUT, kernel().mounts(), boot);
        return new MountWork(
                key,
                environment(),
                new Deaf(),
                _ -> new Semaphore(1),
                record,
                have,
                Optional.empty(),
                this::judgeReport);
    }

    private void look() {
        if (latest.orElse(null) instanceof DesiredState.Usable(DesiredState desired)
                && !process.containsKey(desired.key().uid())) {
            add(desired.key(), Optional.empty());
        }
        if (random.nextInt(4) == 0) {
            process.values().forEach(MountWork::measureAtRest);
        }
        List.copyOf(process.values()).forEach(work -> work.run(() -> false));
    }

    // What must hold

    private void takingDown() {
        must(!heldBack, "nothing is taken down while held back");
        must(latest.orElse(null) instanceof DesiredState.Usable, "NothingOnSilence");
    }

    private void judgeReport() {
        for (MountWork work : process.values()) {
            Optional<MountReport> report = MountReports.of("n1", LAYOUT, List.of(work.view()));
            Set<Path> there = published(work.key());
            Set<Path> listed = report.map(MountReport::getTargetsList).orElse(List.of()).stream()
                    .map(target -> LAYOUT.target(work.key(), target.getId()))
                    .collect(Collectors.toSet());
            must(listed.containsAll(there), "a target that is there is listed");
            if (report.isPresent() && report.get().getNothingLeft()) {
                nothingLefts++;
                boolean none = there.isEmpty() && !plugin.staged.contains(LAYOUT.staging(work.key()));
                must(none && (plugin.late.isEmpty() || process.size() > 1), "nothing left means nothing");
                must(ordersToLetGo.contains(work.key().uid()), "nothing left answers an order");
            }
        }
    }

    private void check() {
        for (MountWork work : process.values()) {
            View view = work.view();
            MountRecord have = view.have();
            Set<Path> there = published(work.key());
            have.targets().stream()
                    .filter(target -> target.state() == TargetState.GROUPING)
                    .forEach(target ->
                            must(there.contains(LAYOUT.target(work.key(), target.id())), "SettledMeansTrue: grouping"));
            have.targets().stream()
                    .filter(target -> target.state() == TargetState.PUBLISHED && groups.contains(work.key()))
                    .forEach(target -> must(
                            target.readOnly() || plugin.grouped.contains(LAYOUT.target(work.key(), target.id())),
                            "SettledMeansTrue: grouped"));
            have.targets().stream()
                    .filter(target -> target.state() == TargetState.PUBLISHED)
                    .forEach(target -> must(
                            there.contains(LAYOUT.target(work.key(), target.id())), "SettledMeansTrue: published"));
            Set<Path> known = have.targets().stream()
                    .map(target -> LAYOUT.target(work.key(), target.id()))
                    .collect(Collectors.toSet());
            must(known.containsAll(there), "SettledMeansTrue: no record means not there");
            must(have.expanded() <= plugin.sizes.getOrDefault(have.volumeId(), 0L), "SettledMeansTrue: grown");
            boolean staged = plugin.staged.contains(LAYOUT.staging(work.key()));
            must(have.staging() != Staging.STAGED || staged, "SettledMeansTrue: staged");
            must(have.staging() != Staging.NONE || !staged, "SettledMeansTrue: not staged");
            if (view.order() instanceof Order.Have && view.step() instanceof Step.Rest) {
                settled++;
            }
        }
    }

    private Set<Path> published(VolumeKey key) {
        return plugin.published.keySet().stream()
                .filter(path -> path.startsWith(LAYOUT.volume(key)))
                .collect(Collectors.toSet());
    }

    private static void must(boolean holds, String invariant) {
        if (!holds) {
            throw new AssertionError(invariant);
        }
    }

    // The world around

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

    private Kernel kernel() {
        return new Kernel() {
            @Override
            public MountTable mounts() {
                Stream<Path> paths = visibleMounts
                        ? Stream.concat(plugin.staged.stream(), plugin.published.keySet().stream())
                        : Stream.of();
                return new MountTable(
                        paths.map(path -> new MountEntry(path, "8:1", "/d", Set.of(), "ext4", "/dev/sda1"))
                                .toList());
            }

            @Override
            public String bootId() {
                return "boot-" + boots;
            }

            @Override
            public Sighting look(Path path, Path folder) {
                Sighting mount = mountAt(path);
                return mount.mounted().isPresent() ? mount : new Sighting(Optional.empty(), leaf(path));
            }

            /**
             * A mount that is not seen from here leaves a folder to be seen, and so does a plugin that removes none.
             */
            private Leaf leaf(Path path) {
                boolean there = plugin.published.containsKey(path) || plugin.staged.contains(path);
                return there || plugin.leftovers.contains(path) ? Leaf.EMPTY_FOLDER : Leaf.ABSENT;
            }
        };
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
                kernel(),
                this::giveGroup,
                _ -> "held by somebody",
                plugins,
                _ -> latest,
                () -> heldBack ? Optional.of("held back") : Optional.empty(),
                new Pauses(new Backoff(Duration.ofMillis(200), Duration.ofMinutes(2)), Duration.ofMinutes(5)),
                ((InstantSource) () -> now).withZone(ZoneOffset.UTC),
                random::nextDouble,
                1);
    }
}
