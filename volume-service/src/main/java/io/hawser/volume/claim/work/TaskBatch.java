package io.hawser.volume.claim.work;

import io.hawser.ledger.tx.ColumnCodec;
import io.hawser.ledger.tx.LedgerTransaction;
import io.hawser.v1.Fingerprint;
import io.hawser.v1.Node;
import io.hawser.v1.NodeAvailability;
import io.hawser.v1.Task;
import io.hawser.v1.TaskMount;
import io.hawser.v1.VolumeAvailability;
import io.hawser.volume.claim.ClaimDecision;
import io.hawser.volume.claim.NodeView;
import io.hawser.volume.claim.TaskSpec;
import io.hawser.volume.claim.VolumeView;
import io.hawser.volume.claim.db.TaskRow;
import io.hawser.volume.fence.db.Fences;
import io.hawser.volume.id.Identifier;
import io.hawser.volume.id.NodeName;
import io.hawser.volume.id.NodePlugin;
import io.hawser.volume.id.PluginName;
import io.hawser.volume.id.VolumeName;
import io.hawser.volume.lifecycle.Claim;
import io.hawser.volume.lifecycle.Volume;
import io.hawser.volume.lifecycle.db.ClaimRow;
import io.hawser.volume.lifecycle.db.PublicationRow;
import io.hawser.volume.lifecycle.db.VolumeMapping;
import io.hawser.volume.lifecycle.db.VolumeRow;
import io.hawser.volume.node.db.NodePluginRow;
import io.hawser.volume.node.db.NodeRow;
import io.hawser.volume.orphan.db.OrphanRows;
import io.smallrye.mutiny.Uni;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.hibernate.LockMode;
import org.hibernate.reactive.mutiny.Mutiny;

/**
 * Tasks with everything that decisions about their mounts read. Locked in the common order: nodes, the node plugins
 * with limited places, every volume that matches a source or that a task had, the tasks. Each decision changes the
 * claims that the next one sees; the oldest task is first.
 */
final class TaskBatch {
    private final Map<String, byte[]> seen = new HashMap<>();
    private final Map<NodeName, NodeRow> nodes = new HashMap<>();
    private final Map<NodePlugin, NodePluginRow> nodePlugins = new HashMap<>();
    private final Map<VolumeName, Volume> volumes = new TreeMap<>();
    private final Map<String, TaskRow> tasks = new HashMap<>();
    private final Map<ClaimRow.Key, ClaimRow> claimRows = new HashMap<>();
    /** Parsed from the rows once, because each task of the batch reads them. */
    private final Map<ClaimRow.Key, Claim> claims =
            new TreeMap<>(Comparator.comparing(ClaimRow.Key::task).thenComparing(ClaimRow.Key::target));

    private final Map<NodeName, Map<PluginName, Set<VolumeName>>> used = new HashMap<>();
    private final Set<VolumeName> lockedVolumes = new TreeSet<>();
    private final Map<VolumeName, Set<NodeName>> mountedSomewhere = new HashMap<>();

    private TaskBatch() {}

    static Uni<TaskBatch> load(LedgerTransaction tx, Collection<String> names) {
        TaskBatch batch = new TaskBatch();
        Mutiny.Session session = tx.session();
        String[] keys = names.toArray(String[]::new);
        Set<String> sources = new TreeSet<>();
        Set<NodeName> nodeNames = new TreeSet<>();
        Set<NodePlugin> nodePlugins = new TreeSet<>();
        return tx.statements()
                .select("select name, node, message from task where name = any($1)", (Object) keys)
                .invoke(found -> found.forEach(row -> {
                    batch.seen.put((String) row[0], ColumnCodec.bytes(row[2]));
                    nodeNames.add(new NodeName((String) row[1]));
                    ColumnCodec.read(Task.parser(), ColumnCodec.bytes(row[2])).getMountsList().stream()
                            .map(TaskMount::getSource)
                            .forEach(sources::add);
                }))
                .chain(() -> volumesOf(tx, keys, sources))
                .invoke(found -> found.forEach(row -> {
                    batch.lockedVolumes.add(new VolumeName((String) row[0]));
                    PluginName plugin = new PluginName((String) row[1]);
                    nodeNames.forEach(node -> nodePlugins.add(new NodePlugin(node, plugin)));
                }))
                .chain(() -> unconfirmed(tx, batch.lockedVolumes))
                .chain(unconfirmed -> NodeRow.locked(
                        session,
                        Stream.concat(nodeNames.stream(), unconfirmed.stream()).collect(Collectors.toSet()),
                        LockMode.PESSIMISTIC_READ))
                .invoke(found -> found.forEach(row -> batch.nodes.put(row.id(), row)))
                .chain(() -> NodePluginRow.locked(session, nodePlugins, LockMode.PESSIMISTIC_WRITE))
                .invoke(found -> found.forEach(row -> batch.nodePlugins.put(row.id(), row)))
                .chain(() -> VolumeRow.locked(session, batch.lockedVolumes, LockMode.PESSIMISTIC_WRITE))
                .call(locked -> OrphanRows.of(tx.statements(), batch.lockedVolumes)
                        .invoke(found -> found.forEach(mounted -> batch.mountedSomewhere
                                .computeIfAbsent(mounted.volume(), v -> new TreeSet<>())
                                .add(mounted.node()))))
                .chain(locked -> TaskRow.locked(session, names, LockMode.PESSIMISTIC_WRITE)
                        .invoke(found -> found.forEach(row -> batch.tasks.put(row.name, row)))
                        .chain(() -> batch.loadVolumes(session, locked)))
                .chain(() -> ClaimRow.waitingFor(session, batch.sources()))
                .invoke(batch::addClaims)
                .chain(() -> ClaimRow.ofTasks(session, names))
                .invoke(batch::addClaims)
                .chain(() -> batch.loadUsed(tx, nodeNames))
                .replaceWith(batch);
    }

    private static Uni<List<Object[]>> volumesOf(LedgerTransaction tx, String[] tasks, Set<String> sources) {
        String[] groups = sources.stream()
                .map(TaskSpec::groupOf)
                .filter(group -> !group.isEmpty())
                .toArray(String[]::new);
        return tx.statements().select("""
                        select name, plugin from volume
                        where name = any($1) or (volume_group <> '' and volume_group = any($2))
                           or name in (select unnest(volume || awaits) from claim where task = any($3))
                        """, sources.toArray(String[]::new), groups, tasks);
    }

    /**
     * Nodes with an unconfirmed detach of these volumes; their fences are read. A node that gets one later counts as
     * not fenced.
     */
    private static Uni<List<NodeName>> unconfirmed(LedgerTransaction tx, Set<VolumeName> volumes) {
        return tx.statements()
                .select(
                        "select distinct node from publication where volume = any($1) and state = 'UNCONFIRMED_DETACH'",
                        (Object) Identifier.array(volumes))
                .map(found ->
                        found.stream().map(row -> new NodeName((String) row[0])).toList());
    }

    /**
     * Every source under which a claim may wait for one of the volumes: claims by name and by group share its queue.
     */
    private Set<String> sources() {
        return volumes.values().stream()
                .flatMap(volume -> Stream.of(
                        volume.name().value(), "group:" + volume.spec().getGroup()))
                .collect(Collectors.toSet());
    }

    private Uni<Void> loadVolumes(Mutiny.Session session, List<VolumeRow> locked) {
        Set<VolumeName> names = locked.stream().map(VolumeRow::id).collect(Collectors.toSet());
        return PublicationRow.of(session, names)
                .invoke(publications -> locked.forEach(row -> volumes.put(
                        row.id(),
                        VolumeMapping.volume(
                                row,
                                publications.stream()
                                        .filter(p -> p.volumeName().equals(row.id()))
                                        .toList()))))
                .chain(() -> ClaimRow.of(session, names))
                .invoke(this::addClaims)
                .replaceWithVoid();
    }

    private void addClaims(List<ClaimRow> rows) {
        rows.forEach(row -> {
            ClaimRow.Key key = new ClaimRow.Key(row.task, row.target);
            claimRows.put(key, row);
            claims.put(key, VolumeMapping.claim(row));
        });
    }

    private Uni<Void> loadUsed(LedgerTransaction tx, Set<NodeName> nodeNames) {
        return tx.statements()
                .select("""
                        select p.node, v.plugin, v.name from publication p join volume v on v.name = p.volume
                        where p.node = any($1)
                        union
                        select c.node, v.plugin, v.name from claim c join volume v on v.name = c.volume
                        where c.node = any($1)
                        """, (Object) Identifier.array(nodeNames))
                .invoke(found ->
                        found.forEach(row -> used.computeIfAbsent(new NodeName((String) row[0]), n -> new HashMap<>())
                                .computeIfAbsent(new PluginName((String) row[1]), p -> new TreeSet<>())
                                .add(new VolumeName((String) row[2]))))
                .replaceWithVoid();
    }

    /** The tasks that did not change between the read and the lock; the longest waiting task is first. */
    List<TaskRow> ready() {
        return tasks.values().stream()
                .filter(row -> java.util.Arrays.equals(row.message, seen.get(row.name)))
                .sorted(Comparator.comparingLong((TaskRow row) -> age(row.name)).thenComparing(row -> row.name))
                .toList();
    }

    boolean exists(String task) {
        return seen.containsKey(task);
    }

    private long age(String task) {
        return claimsOf(task).stream().mapToLong(Claim::requestedAt).min().orElse(Long.MAX_VALUE);
    }

    List<Claim> claimsOf(String task) {
        return claims.values().stream()
                .filter(claim -> claim.task().equals(task))
                .toList();
    }

    ClaimDecision.Input input(TaskRow row) {
        TaskSpec spec = new TaskSpec(ColumnCodec.read(Task.parser(), row.message), row.gone);
        List<Claim> own = claimsOf(row.name);
        return new ClaimDecision.Input(
                spec,
                own,
                volumes.values().stream()
                        .filter(volume -> concerns(spec, own, volume))
                        .map(this::view)
                        .toList(),
                node(row.nodeName()));
    }

    /** Whether the task asks for the volume, had it, or waited for it. */
    private static boolean concerns(TaskSpec spec, List<Claim> own, Volume volume) {
        String group = volume.spec().getGroup();
        return spec.mounts().stream().anyMatch(mount -> TaskSpec.answers(mount.getSource(), volume.name(), group))
                || own.stream()
                        .anyMatch(claim -> claim.has(volume.name())
                                || claim.awaits().contains(volume.name())
                                || TaskSpec.answers(claim.source(), volume.name(), group));
    }

    private VolumeView view(Volume volume) {
        return new VolumeView(
                volume.name(),
                volume.spec(),
                volume.provision().created(),
                volume.removal().isPresent(),
                volume.provision().info().topology(),
                volume.publications(),
                mountedSomewhere.getOrDefault(volume.name(), Set.of()),
                claims.values().stream()
                        .filter(claim -> claim.has(volume.name())
                                || (!claim.holds()
                                        && TaskSpec.answers(
                                                claim.source(),
                                                volume.name(),
                                                volume.spec().getGroup())))
                        .toList(),
                volume.publications().keySet().stream()
                        .filter(node -> Optional.ofNullable(nodes.get(node))
                                .filter(Fences::counts)
                                .isPresent())
                        .collect(Collectors.toSet()));
    }

    private NodeView node(NodeName name) {
        Map<PluginName, Fingerprint> bySlot = new HashMap<>();
        nodePlugins.forEach((id, row) -> {
            if (id.node().equals(name)) {
                bySlot.put(id.plugin(), ColumnCodec.read(Fingerprint.parser(), row.message));
            }
        });
        return new NodeView(
                name,
                Optional.ofNullable(nodes.get(name))
                        .filter(row -> !row.removed)
                        .map(row -> ColumnCodec.read(Node.parser(), row.message)),
                bySlot,
                used.getOrDefault(name, Map.of()),
                Optional.ofNullable(nodes.get(name))
                        .map(row -> row.suspectMessage)
                        .orElse(""));
    }

    /** The volumes that the task should release: the drained ones, or all if its node is drained. */
    Set<VolumeName> draining(TaskRow row) {
        boolean node = Optional.ofNullable(nodes.get(row.nodeName()))
                .map(found -> ColumnCodec.read(Node.parser(), found.message).getAvailability())
                .filter(NodeAvailability.NODE_AVAILABILITY_DRAIN::equals)
                .isPresent();
        return volumes.values().stream()
                .filter(volume ->
                        node || volume.spec().getAvailability() == VolumeAvailability.VOLUME_AVAILABILITY_DRAIN)
                .map(Volume::name)
                .collect(Collectors.toSet());
    }

    Optional<PluginName> pluginOf(VolumeName volume) {
        return Optional.ofNullable(volumes.get(volume)).map(Volume::plugin);
    }

    /** Replaces a task's claims, for the tasks that are decided after it. Returns the added and removed rows. */
    Difference replace(String task, List<Claim> claims) {
        List<ClaimRow> added = new ArrayList<>();
        List<ClaimRow> gone = new ArrayList<>();
        Map<ClaimRow.Key, Claim> now = claims.stream()
                .collect(Collectors.toMap(claim -> new ClaimRow.Key(claim.task(), claim.target()), claim -> claim));
        claimRows.values().stream()
                .filter(row -> row.task.equals(task) && !now.containsKey(new ClaimRow.Key(row.task, row.target)))
                .forEach(gone::add);
        gone.forEach(row -> {
            ClaimRow.Key key = new ClaimRow.Key(row.task, row.target);
            claimRows.remove(key);
            this.claims.remove(key);
        });
        now.forEach((key, claim) -> {
            this.claims.put(key, claim);
            ClaimRow row = claimRows.get(key);
            if (row == null) {
                row = new ClaimRow();
                claimRows.put(key, row);
                added.add(row);
            }
            VolumeMapping.write(claim, row);
            claim.volume().ifPresent(volume -> pluginOf(volume)
                    .ifPresent(plugin -> used.computeIfAbsent(claim.node(), n -> new HashMap<>())
                            .computeIfAbsent(plugin, p -> new TreeSet<>())
                            .add(volume)));
        });
        return new Difference(added, gone);
    }

    record Difference(List<ClaimRow> added, List<ClaimRow> gone) {}
}
