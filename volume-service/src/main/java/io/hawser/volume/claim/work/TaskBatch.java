package io.hawser.volume.claim.work;

import io.hawser.ledger.tx.ColumnCodec;
import io.hawser.ledger.tx.LedgerTransaction;
import io.hawser.ledger.tx.Pipeline;
import io.hawser.ledger.tx.RowLock;
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
import java.util.Arrays;
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

/**
 * Tasks with everything that decisions about their mounts read. Locked in the common order: nodes, node plugins
 * ({@link LimitedPlaces} says how), every volume that matches a source or that a task had, the tasks. Each decision
 * changes the claims that the next one sees; the oldest task is first.
 */
final class TaskBatch {
    private final Map<String, byte[]> seen = new HashMap<>();
    private final Map<NodeName, NodeRow> nodes = new HashMap<>();
    private final Map<NodePlugin, NodePluginRow> nodePlugins = new HashMap<>();
    private final Map<VolumeName, Volume> volumes = new TreeMap<>();
    private final Map<String, TaskRow> tasks = new HashMap<>();
    private final Map<ClaimRow.Key, ClaimRow> claimRows = new HashMap<>();
    private final ClaimIndex claims = new ClaimIndex();
    private final Map<String, Set<VolumeName>> groups = new HashMap<>();
    private final Map<NodeName, Optional<Node>> nodeRecords = new HashMap<>();
    private final Map<NodePlugin, Fingerprint> fingerprints = new HashMap<>();

    private final Map<NodeName, Map<PluginName, Set<VolumeName>>> used = new HashMap<>();
    private final Set<VolumeName> lockedVolumes = new TreeSet<>();
    private final Map<VolumeName, Set<NodeName>> mountedSomewhere = new HashMap<>();

    private RowLock placesLocked = RowLock.SHARE;

    private TaskBatch() {}

    static Uni<TaskBatch> load(LedgerTransaction tx, Collection<String> names, LimitedPlaces limits) {
        TaskBatch batch = new TaskBatch();
        String[] keys = names.toArray(String[]::new);
        Set<String> sources = new TreeSet<>();
        Set<NodeName> nodeNames = new TreeSet<>();
        Set<NodeName> lockedNodes = new TreeSet<>();
        Set<NodePlugin> nodePlugins = new TreeSet<>();
        List<VolumeRow> volumeRows = new ArrayList<>();
        List<PublicationRow> publications = new ArrayList<>();
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
                .invoke(found -> {
                    lockedNodes.addAll(nodeNames);
                    found.forEach(row -> {
                        batch.lockedVolumes.add(new VolumeName((String) row[0]));
                        PluginName plugin = new PluginName((String) row[1]);
                        nodeNames.forEach(node -> nodePlugins.add(new NodePlugin(node, plugin)));
                        if (row[2] != null) {
                            lockedNodes.add(new NodeName((String) row[2]));
                        }
                    });
                    batch.placesLocked = limits.lockOf(nodePlugins);
                })
                .chain(() -> Pipeline.send(List.of(
                        NodeRow.locked(tx, lockedNodes, RowLock.SHARE)
                                .invoke(found -> found.forEach(row -> batch.nodes.put(row.id(), row))),
                        NodePluginRow.locked(tx, nodePlugins, batch.placesLocked)
                                .invoke(found -> found.forEach(row -> batch.nodePlugins.put(row.id(), row))),
                        VolumeRow.locked(tx, batch.lockedVolumes, RowLock.UPDATE)
                                .invoke(volumeRows::addAll),
                        OrphanRows.of(tx.statements(), batch.lockedVolumes)
                                .invoke(found -> found.forEach(mounted -> batch.mountedSomewhere
                                        .computeIfAbsent(mounted.volume(), v -> new TreeSet<>())
                                        .add(mounted.node()))),
                        TaskRow.locked(tx, names, RowLock.UPDATE)
                                .invoke(found -> found.forEach(row -> batch.tasks.put(row.name, row))),
                        PublicationRow.of(tx, batch.lockedVolumes).invoke(publications::addAll),
                        ClaimRow.of(tx, batch.lockedVolumes).invoke(batch::addClaims),
                        ClaimRow.waitingForVolumes(tx, batch.lockedVolumes).invoke(batch::addClaims),
                        ClaimRow.ofTasks(tx, names).invoke(batch::addClaims))))
                .invoke(() -> batch.addVolumes(volumeRows, publications))
                .chain(() -> batch.loadUsed(tx))
                .replaceWith(batch);
    }

    /**
     * The volumes that may concern the tasks, and their nodes with an unconfirmed detach, whose fences are read. A node
     * that gets one later counts as not fenced.
     */
    private static Uni<List<Object[]>> volumesOf(LedgerTransaction tx, String[] tasks, Set<String> sources) {
        String[] groups = sources.stream()
                .map(TaskSpec::groupOf)
                .filter(group -> !group.isEmpty())
                .toArray(String[]::new);
        return tx.statements().select("""
                        select v.name, v.plugin, p.node from (
                          select unnest($1::text[]) as name
                          union select name from volume where volume_group <> '' and volume_group = any($2)
                          union select unnest(volume || awaits) from claim where task = any($3)) concerned
                        cross join lateral (select name, plugin from volume where name = concerned.name offset 0) v
                        left join lateral (select node from publication
                                           where volume = v.name and state = 'UNCONFIRMED_DETACH' offset 0) p on true
                        """, sources.toArray(String[]::new), groups, tasks);
    }

    private void addVolumes(List<VolumeRow> rows, List<PublicationRow> publications) {
        Map<VolumeName, List<PublicationRow>> byVolume =
                publications.stream().collect(Collectors.groupingBy(PublicationRow::volumeName));
        rows.forEach(row -> {
            volumes.put(row.id(), VolumeMapping.volume(row, byVolume.getOrDefault(row.id(), List.of())));
            groups.computeIfAbsent(row.group, group -> new TreeSet<>()).add(row.id());
        });
        nodes.forEach((name, row) -> nodeRecords.put(
                name,
                Optional.of(row)
                        .filter(present -> !present.removed)
                        .map(present -> ColumnCodec.read(Node.parser(), present.message))));
        nodePlugins.forEach((id, row) -> fingerprints.put(id, row.fingerprint()));
    }

    private void addClaims(List<ClaimRow> rows) {
        rows.forEach(row -> {
            ClaimRow.Key key = new ClaimRow.Key(row.task, row.target);
            claimRows.put(key, row);
            claims.put(VolumeMapping.claim(row));
        });
    }

    /** Only the users of limited places are read: a node may have very many volumes of a plugin without a limit. */
    private Uni<Void> loadUsed(LedgerTransaction tx) {
        List<NodePlugin> limited = fingerprints.entrySet().stream()
                .filter(entry -> LimitedPlaces.isLimited(entry.getValue()))
                .map(Map.Entry::getKey)
                .toList();
        if (limited.isEmpty()) {
            return Uni.createFrom().voidItem();
        }
        return tx.statements()
                .select(
                        """
                        select place.node, place.plugin, v.name
                        from unnest($1::text[], $2::text[]) as place (node, plugin)
                        cross join lateral (select volume from publication where node = place.node
                                            union select volume from claim where node = place.node) held
                        join volume v on v.name = held.volume and v.plugin = place.plugin
                        """,
                        limited.stream().map(id -> id.node().value()).toArray(String[]::new),
                        limited.stream().map(id -> id.plugin().value()).toArray(String[]::new))
                .invoke(found ->
                        found.forEach(row -> used.computeIfAbsent(new NodeName((String) row[0]), n -> new HashMap<>())
                                .computeIfAbsent(new PluginName((String) row[1]), p -> new TreeSet<>())
                                .add(new VolumeName((String) row[2]))))
                .replaceWithVoid();
    }

    /** Whether the places that tasks of this batch may want are locked strongly enough; else nothing may be decided. */
    boolean isGuarded(LimitedPlaces limits) {
        return limits.suffices(placesLocked, fingerprints);
    }

    /** The tasks that did not change between the read and the lock; the longest waiting task is first. */
    List<TaskRow> ready() {
        return tasks.values().stream()
                .filter(row -> Arrays.equals(row.message, seen.get(row.name)))
                .sorted(Comparator.comparingLong((TaskRow row) -> age(row.name)).thenComparing(row -> row.name))
                .toList();
    }

    boolean exists(String task) {
        return seen.containsKey(task);
    }

    private long age(String task) {
        return claimsOf(task).stream().mapToLong(Claim::requestedAt).min().orElse(Long.MAX_VALUE);
    }

    /** The tasks with a claim that waits for one of these sources. */
    Stream<String> waitingFor(Set<String> sources) {
        return claims.waitingTasks(sources);
    }

    List<Claim> claimsOf(String task) {
        return claims.ofTask(task);
    }

    ClaimDecision.Input input(TaskRow row) {
        TaskSpec spec = new TaskSpec(ColumnCodec.read(Task.parser(), row.message), row.gone);
        List<Claim> own = claimsOf(row.name);
        return new ClaimDecision.Input(
                spec, own, concerned(spec, own).stream().map(this::view).toList(), node(row.nodeName()));
    }

    /** The volumes that the task asks for, had, or waited for, by name. */
    private List<Volume> concerned(TaskSpec spec, List<Claim> own) {
        Set<VolumeName> names = new TreeSet<>();
        spec.mounts().forEach(mount -> names.addAll(answering(mount.getSource())));
        own.forEach(claim -> {
            claim.volume().ifPresent(names::add);
            names.addAll(claim.awaits());
            names.addAll(answering(claim.source()));
        });
        return names.stream()
                .flatMap(name -> Optional.ofNullable(volumes.get(name)).stream())
                .toList();
    }

    private Set<VolumeName> answering(String source) {
        String group = TaskSpec.groupOf(source);
        return group.isEmpty() ? Set.of(new VolumeName(source)) : groups.getOrDefault(group, Set.of());
    }

    /** Every source under which a claim may wait for the volume. */
    private static List<String> sourcesOf(Volume volume) {
        String group = volume.spec().getGroup();
        return group.isEmpty()
                ? List.of(volume.name().value())
                : List.of(volume.name().value(), TaskSpec.source(group));
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
                claims.concerning(volume.name(), sourcesOf(volume)),
                volume.publications().keySet().stream()
                        .filter(node -> Optional.ofNullable(nodes.get(node))
                                .filter(Fences::counts)
                                .isPresent())
                        .collect(Collectors.toSet()));
    }

    private NodeView node(NodeName name) {
        Map<PluginName, Fingerprint> byPlugin = new HashMap<>();
        fingerprints.forEach((id, fingerprint) -> {
            if (id.node().equals(name)) {
                byPlugin.put(id.plugin(), fingerprint);
            }
        });
        return new NodeView(
                name,
                nodeRecords.getOrDefault(name, Optional.empty()),
                byPlugin,
                used.getOrDefault(name, Map.of()),
                Optional.ofNullable(nodes.get(name))
                        .map(row -> row.suspectMessage)
                        .orElse(""));
    }

    /** The volumes of these claims that the task should release: the drained ones, or all if its node is drained. */
    Set<VolumeName> draining(TaskRow row, List<Claim> held) {
        boolean node = Optional.ofNullable(nodes.get(row.nodeName()))
                .map(found -> ColumnCodec.read(Node.parser(), found.message).getAvailability())
                .filter(NodeAvailability.NODE_AVAILABILITY_DRAIN::equals)
                .isPresent();
        return held.stream()
                .flatMap(claim -> claim.volume().stream())
                .flatMap(name -> Optional.ofNullable(volumes.get(name)).stream())
                .filter(volume ->
                        node || volume.spec().getAvailability() == VolumeAvailability.VOLUME_AVAILABILITY_DRAIN)
                .map(Volume::name)
                .collect(Collectors.toSet());
    }

    private Optional<PluginName> pluginOf(VolumeName volume) {
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
            this.claims.put(claim);
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
