package io.hawser.volume.claim.work;

import io.hawser.ledger.tx.ColumnCodec;
import io.hawser.ledger.tx.db.LedgerTransaction;
import io.hawser.ledger.tx.db.Pipeline;
import io.hawser.ledger.tx.db.RowLock;
import io.hawser.ledger.tx.db.Statements;
import io.hawser.v1.Task;
import io.hawser.v1.TaskMount;
import io.hawser.volume.claim.ClaimDecision;
import io.hawser.volume.claim.TaskSpec;
import io.hawser.volume.claim.VolumeView;
import io.hawser.volume.claim.db.TaskRow;
import io.hawser.volume.id.NodeName;
import io.hawser.volume.id.NodePlugin;
import io.hawser.volume.id.PluginName;
import io.hawser.volume.id.TaskName;
import io.hawser.volume.id.VolumeName;
import io.hawser.volume.lifecycle.Claim;
import io.hawser.volume.lifecycle.Volume;
import io.hawser.volume.lifecycle.db.ClaimRow;
import io.hawser.volume.lifecycle.db.PublicationRow;
import io.hawser.volume.lifecycle.db.VolumeMapping;
import io.hawser.volume.lifecycle.db.VolumeRow;
import io.hawser.volume.orphan.UnexplainedMount;
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
 * Tasks with everything that decisions about their mounts read. Locked in the common order: nodes and their plugins,
 * every volume that matches a source or that a task had, the tasks. Each decision changes the claims that the next one
 * sees; the oldest task is first.
 */
final class TaskBatch {
    private final Map<String, byte[]> seen = new HashMap<>();
    private final LockedNodes nodes;
    private final Map<VolumeName, Volume> volumes = new TreeMap<>();
    private final Map<String, TaskRow> tasks = new HashMap<>();
    private final ClaimIndex claims = new ClaimIndex();
    private final Map<String, Set<VolumeName>> groups = new HashMap<>();
    private final Map<VolumeName, Map<NodeName, UnexplainedMount>> unexplained = new HashMap<>();

    private TaskBatch(LimitedPlaces limits) {
        this.nodes = new LockedNodes(limits);
    }

    static Uni<TaskBatch> load(LedgerTransaction tx, Collection<String> names, LimitedPlaces limits) {
        TaskBatch batch = new TaskBatch(limits);
        String[] keys = names.toArray(String[]::new);
        Set<String> sources = new TreeSet<>();
        Set<NodeName> nodeNames = new TreeSet<>();
        Set<NodeName> lockedNodes = new TreeSet<>();
        Set<NodePlugin> nodePlugins = new TreeSet<>();
        Set<VolumeName> volumes = new TreeSet<>();
        List<VolumeRow> volumeRows = new ArrayList<>();
        Map<VolumeName, List<PublicationRow>> publications = new HashMap<>();
        return tx.statements()
                .select("select name, node, message from task where name = any($1)", (Object) keys)
                .invoke(found -> found.forEach(row -> {
                    batch.seen.put((String) row[0], Statements.bytes(row[2]));
                    nodeNames.add(new NodeName((String) row[1]));
                    ColumnCodec.read(Task.parser(), Statements.bytes(row[2])).getMountsList().stream()
                            .map(TaskMount::getSource)
                            .forEach(sources::add);
                }))
                .chain(() -> volumesOf(tx, keys, sources))
                .invoke(found -> {
                    lockedNodes.addAll(nodeNames);
                    found.forEach(row -> {
                        volumes.add(new VolumeName((String) row[0]));
                        PluginName plugin = new PluginName((String) row[1]);
                        nodeNames.forEach(node -> nodePlugins.add(new NodePlugin(node, plugin)));
                        if (row[2] != null) {
                            lockedNodes.add(new NodeName((String) row[2]));
                        }
                    });
                })
                .chain(() -> Pipeline.send(List.of(
                        batch.nodes.lockNodes(tx, lockedNodes),
                        batch.nodes.lockPlugins(tx, nodePlugins),
                        VolumeRow.locked(tx, volumes, RowLock.UPDATE).invoke(volumeRows::addAll),
                        OrphanRows.of(tx.statements(), volumes)
                                .invoke(found -> found.forEach(mounted -> batch.unexplained
                                        .computeIfAbsent(mounted.volume(), v -> new HashMap<>())
                                        .put(mounted.node(), mounted.mount()))),
                        TaskRow.locked(tx, names, RowLock.UPDATE)
                                .invoke(found -> found.forEach(row -> batch.tasks.put(row.name, row))),
                        PublicationRow.of(tx, volumes).invoke(publications::putAll),
                        ClaimRow.of(tx, volumes).invoke(found -> found.values().forEach(batch.claims::add)),
                        ClaimRow.waitingForVolumes(tx, volumes).invoke(batch.claims::add),
                        ClaimRow.ofTasks(tx, names).invoke(batch.claims::add))))
                .invoke(() -> batch.addVolumes(volumeRows, publications))
                .chain(() -> batch.nodes.loadUsed(tx))
                .replaceWith(batch);
    }

    /**
     * The volumes that may concern the tasks, and their nodes with an unconfirmed detach, also one that is still to be
     * made, whose fences are read. A node that gets one later counts as not fenced.
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
                                           where volume = v.name and unconfirmed offset 0) p on true
                        """, sources.toArray(String[]::new), groups, tasks);
    }

    private void addVolumes(List<VolumeRow> rows, Map<VolumeName, List<PublicationRow>> publications) {
        rows.forEach(row -> {
            volumes.put(row.id(), VolumeMapping.volume(row, publications.getOrDefault(row.id(), List.of())));
            groups.computeIfAbsent(row.group, group -> new TreeSet<>()).add(row.id());
        });
    }

    /** Whether the places that tasks of this batch may want are locked strongly enough; else nothing may be decided. */
    boolean isGuarded() {
        return nodes.isGuarded();
    }

    /** The tasks that did not change between the read and the lock; the longest waiting task is first. */
    List<TaskRow> ready() {
        return tasks.values().stream()
                .filter(row -> Arrays.equals(row.message, seen.get(row.name)))
                .sorted(Comparator.comparingLong((TaskRow row) -> age(row.id())).thenComparing(row -> row.name))
                .toList();
    }

    boolean exists(String task) {
        return seen.containsKey(task);
    }

    private long age(TaskName task) {
        return claims.ofTask(task).stream().mapToLong(Claim::requestedAt).min().orElse(Long.MAX_VALUE);
    }

    /** The tasks with a claim that waits for one of these sources. */
    Stream<TaskName> waitingFor(Set<String> sources) {
        return claims.waitingTasks(sources);
    }

    ClaimDecision.Input input(TaskRow row) {
        TaskSpec spec = new TaskSpec(ColumnCodec.read(Task.parser(), row.message), row.gone);
        List<Claim> own = claims.ofTask(row.id());
        return new ClaimDecision.Input(
                spec, own, concerned(spec, own).stream().map(this::view).toList(), nodes.view(row.nodeName()));
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
        Map<NodeName, UnexplainedMount> mounted = unexplained.getOrDefault(volume.name(), Map.of());
        return new VolumeView(
                volume,
                mounted,
                claims.concerning(volume.name(), sourcesOf(volume)),
                Stream.concat(volume.publications().keySet().stream(), mounted.keySet().stream())
                        .filter(nodes::isFenced)
                        .collect(Collectors.toSet()));
    }

    boolean isDrained(NodeName node) {
        return nodes.isDrained(node);
    }

    /** Replaces a task's claims, for the tasks that are decided after it. */
    ClaimIndex.Difference replace(TaskName task, List<Claim> now) {
        now.forEach(claim -> claim.volume()
                .flatMap(name -> Optional.ofNullable(volumes.get(name)))
                .ifPresent(volume -> nodes.use(claim.node(), volume.plugin(), volume.name())));
        return claims.replace(task, now);
    }
}
