package io.hawser.node.work;

import io.hawser.mounts.MountTable;
import io.hawser.node.layout.VolumeKey;
import io.hawser.node.mount.DesiredState;
import io.hawser.node.mount.Loss;
import io.hawser.node.mount.MountRecord;
import io.hawser.node.mount.MountReports;
import io.hawser.node.mount.Order;
import io.hawser.node.mount.Recovery;
import io.hawser.node.mount.Step;
import io.hawser.node.mount.TaskMounts;
import io.hawser.node.mount.View;
import io.hawser.node.mount.VolumeStats;
import io.hawser.node.record.Records;
import io.hawser.v1.MountReport;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * All volumes of this node. An event only names a volume; the volume's own thread then reads everything again. A volume
 * or plugin that hangs delays no other.
 */
public final class VolumeWorkers implements AutoCloseable {
    private final MountEnvironment environment;
    private final Listener listener;
    private final Map<String, TreeMap<String, VolumeWorker>> volumes = new HashMap<>();
    private final Map<String, Semaphore> limits = new ConcurrentHashMap<>();
    private final Map<String, MountReport> reported = new ConcurrentHashMap<>();
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("mount-timer").factory());
    /** Why the records of a volume's name cannot be used. */
    private Map<String, String> unreadable = Map.of();

    private volatile boolean stopping;

    public VolumeWorkers(MountEnvironment environment, Listener listener) {
        this.environment = environment;
        this.listener = listener;
    }

    /**
     * Recovers the state from the records and the mount table, and begins to act. Called after the assignments were
     * read, and again if it fails: what it had begun with goes on.
     *
     * @param assigned volumes that have an assignment
     */
    public void start(Iterable<String> assigned) throws IOException {
        String boot = environment.kernel().bootId();
        MountTable table = environment.kernel().mounts();
        Records.Stock stock = environment.records().load();
        synchronized (this) {
            unreadable = stock.folders();
            stock.unreadable().forEach((key, message) -> {
                if (worker(key).isEmpty()) {
                    add(key, Optional.empty(), MountRecord.none(key, boot), Optional.of(message));
                }
            });
            for (MountRecord record : stock.records()) {
                if (worker(record.key()).isPresent()) {
                    continue;
                }
                Order order =
                        Order.of(record, environment.latest().apply(record.key().volume()));
                boolean over =
                        Recovery.isOver(record, order, environment.heldBack().get(), boot);
                MountRecord now = Recovery.of(
                        over ? MountRecord.none(record.key(), boot) : record, environment.layout(), table, boot);
                Loss.between(record, now, environment.layout(), table, boot)
                        .forEach(loss -> listener.remark(record.key().volume(), loss.reason(), loss.message()));
                if (record.endedByReboot(boot)) {
                    // No call from before the restart still runs. A plugin makes the target, so it must find none.
                    record.targets().forEach(target -> environment.records().removeLeaf(record.key(), target.id()));
                }
                if (over && environment.latest().apply(record.key().volume()).isEmpty()) {
                    // The earlier process may have reported it. A volume that has the name now is reported itself.
                    listener.gone(record.key().volume());
                }
                add(record.key(), Optional.of(record), now, Optional.empty());
            }
        }
        addUnrecorded(table, boot);
        assigned.forEach(this::assigned);
        kickAll();
    }

    /** A plugin may mount at any time what no record mentions: at a call that it was too late for, say. */
    private synchronized List<VolumeWorker> addUnrecorded(MountTable table, String boot) {
        List<VolumeKey> unrecorded = Recovery.mounted(environment.layout(), table).stream()
                .filter(key -> worker(key).isEmpty())
                .toList();
        for (VolumeKey key : unrecorded) {
            MountRecord found = Recovery.of(MountRecord.none(key, boot), environment.layout(), table, boot);
            add(key, Optional.empty(), found, Optional.empty());
        }
        return unrecorded.stream().flatMap(key -> worker(key).stream()).toList();
    }

    /** The assignment of this volume changed. */
    public void assigned(String volume) {
        synchronized (this) {
            assignedTo(volume).filter(key -> worker(key).isEmpty()).ifPresent(key -> {
                MountRecord none = MountRecord.none(key, environment.kernel().bootId());
                add(key, Optional.empty(), none, Optional.empty());
            });
            workersOf(volume).forEach(VolumeWorker::kick);
        }
    }

    /** The plugin is gone, or its health changed. */
    public void pluginChanged(String plugin) {
        of(plugin).forEach(worker -> worker.kickAfter(MountWork::preempt));
    }

    /**
     * The plugin came, or came back as another process, in another version, or with other capabilities.
     *
     * @param since when it came; what it refused from then on it would refuse again
     */
    public void pluginReplaced(String plugin, Instant since) {
        of(plugin).forEach(worker -> worker.kickAfter(work -> work.replaced(since)));
    }

    /** Compares every record with the kernel's mount table, and finds mounts without a record. */
    public void sweep() {
        Map<VolumeWorker, Long> callsThen = new HashMap<>();
        all().forEach(worker -> callsThen.put(worker, worker.work.calls()));
        String boot = environment.kernel().bootId();
        MountTable table = environment.kernel().mounts();
        callsThen.forEach((worker, calls) -> worker.kickAfter(work -> work.compare(table, boot, calls)));
        addUnrecorded(table, boot).forEach(VolumeWorker::kick);
        dropUnused();
    }

    /** Drops volumes that have no order and no mount, unless a thread will look at them. */
    private synchronized void dropUnused() {
        volumes.entrySet().removeIf(volume -> {
            if (reported.containsKey(volume.getKey())
                    || environment.latest().apply(volume.getKey()).isPresent()) {
                return false;
            }
            boolean retired = volume.getValue().values().stream().allMatch(VolumeWorker::retire);
            if (!retired) {
                volume.getValue().values().forEach(VolumeWorker::revive);
            }
            return retired;
        });
    }

    /** Asks plugins about the volumes whose turn came since the run before; to be run every second. */
    public Runnable measurements(Clock clock, Duration interval) {
        AtomicLong until = new AtomicLong(clock.instant().getEpochSecond());
        return () -> {
            long now = clock.instant().getEpochSecond();
            measure(until.getAndSet(now), now, interval);
        };
    }

    /**
     * Asks plugins about the volumes whose turn came.
     *
     * @param after end of the span of the call before, in seconds
     * @param until end of this span
     */
    void measure(long after, long until, Duration interval) {
        all().stream()
                .filter(worker -> VolumeStats.turnCame(
                        worker.work.key().hashCode(), after, until, Math.max(1, interval.toSeconds())))
                .forEach(worker -> worker.kickAfter(MountWork::measureAtRest));
    }

    /** Shows waits that have become too long; called every few seconds. */
    public void remind() {
        all().forEach(worker -> worker.work.remind());
    }

    public void kickAll() {
        all().forEach(VolumeWorker::kick);
    }

    /** Every volume as it is now, ordered by name. */
    public List<View> views() {
        return all().stream().map(worker -> worker.work.view()).toList();
    }

    /** What the task has of the volume, under the order that holds now. */
    public TaskMounts mountsOf(String task, String volume) {
        var views =
                workersOf(volume).stream().map(worker -> worker.work.viewNow()).toList();
        MountTable table = environment.kernel().mounts();
        return TaskMounts.of(task, volume, views, assignedTo(volume), environment.layout(), table);
    }

    private Optional<VolumeKey> assignedTo(String volume) {
        return environment.latest().apply(volume).flatMap(DesiredState.Read::whose);
    }

    /**
     * Whether the node has, may have or shall have a volume of the plugin. A mount without a record may belong to any
     * plugin.
     */
    public boolean hasVolumesOf(String plugin) {
        return views().stream()
                .anyMatch(view -> Set.of(plugin, "").contains(view.have().plugin())
                        && !(view.have().isEmpty() && view.step() instanceof Step.Forget));
    }

    /**
     * Takes no new step, and waits for the calls in flight. A call that is still in flight then stays uncertain in its
     * record.
     */
    @Override
    public void close() {
        close(Duration.ofSeconds(5));
    }

    public void close(Duration patience) {
        stopping = true;
        timer.shutdownNow();
        long until = System.nanoTime() + patience.toNanos();
        for (VolumeWorker worker : all()) {
            worker.awaitIdle(until);
        }
    }

    private void add(VolumeKey key, Optional<MountRecord> onDisk, MountRecord have, Optional<String> itsRecord) {
        Optional<String> unusable = itsRecord.or(() -> Optional.ofNullable(unreadable.get(key.volume())));
        MountWork work = new MountWork(
                key, environment, listener, this::limit, onDisk, have, unusable, () -> viewChanged(key.volume()));
        volumes.computeIfAbsent(key.volume(), _ -> new TreeMap<>())
                .put(key.uid(), new VolumeWorker(work, () -> stopping, this::again));
    }

    private Semaphore limit(String plugin) {
        return limits.computeIfAbsent(plugin, _ -> new Semaphore(environment.callsPerPlugin(), true));
    }

    private void again(VolumeWorker worker, Instant when) {
        long nanos = Duration.between(environment.clock().instant(), when).toNanos();
        try {
            timer.schedule(worker::kick, Math.max(0, nanos), TimeUnit.NANOSECONDS);
        } catch (RejectedExecutionException stopped) {
            // The workers are closed.
            return;
        }
    }

    /** Composes the report of a name from all its creations. An unchanged report is not published again. */
    private synchronized void viewChanged(String volume) {
        List<View> accepted =
                workersOf(volume).stream().map(worker -> worker.work.view()).toList();
        Optional<MountReport> report = MountReports.of(environment.node(), environment.layout(), accepted);
        if (report.isEmpty()) {
            if (reported.remove(volume) != null) {
                listener.gone(volume);
            }
        } else if (!report.get().equals(reported.put(volume, report.get()))) {
            listener.report(report.get());
        }
    }

    /** Also those that show no plugin: they may be looking at this one for the first time. */
    private List<VolumeWorker> of(String plugin) {
        return all().stream()
                .filter(worker ->
                        Set.of(plugin, "").contains(worker.work.view().have().plugin()))
                .toList();
    }

    private synchronized List<VolumeWorker> all() {
        return volumes.values().stream().flatMap(uids -> uids.values().stream()).toList();
    }

    private synchronized List<VolumeWorker> workersOf(String volume) {
        return List.copyOf(volumes.getOrDefault(volume, new TreeMap<>()).values());
    }

    private Optional<VolumeWorker> worker(VolumeKey key) {
        return Optional.ofNullable(
                volumes.getOrDefault(key.volume(), new TreeMap<>()).get(key.uid()));
    }
}
