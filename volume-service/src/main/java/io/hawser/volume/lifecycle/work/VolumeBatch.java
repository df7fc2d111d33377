package io.hawser.volume.lifecycle.work;

import io.hawser.ledger.catchup.work.CatchUp;
import io.hawser.ledger.tx.db.LedgerTransaction;
import io.hawser.ledger.tx.db.Pipeline;
import io.hawser.ledger.tx.db.RowLock;
import io.hawser.volume.claim.TaskSpec;
import io.hawser.volume.command.db.DeferredRows;
import io.hawser.volume.fence.db.Fences;
import io.hawser.volume.id.Identifier;
import io.hawser.volume.id.NodeName;
import io.hawser.volume.id.NodePlugin;
import io.hawser.volume.id.PluginName;
import io.hawser.volume.id.TargetId;
import io.hawser.volume.id.VolumeName;
import io.hawser.volume.lifecycle.Claim;
import io.hawser.volume.lifecycle.IdOwners;
import io.hawser.volume.lifecycle.Reconciliation;
import io.hawser.volume.lifecycle.Volume;
import io.hawser.volume.lifecycle.VolumeInputs;
import io.hawser.volume.lifecycle.db.ClaimRow;
import io.hawser.volume.lifecycle.db.PublicationRow;
import io.hawser.volume.lifecycle.db.VolumeIds;
import io.hawser.volume.lifecycle.db.VolumeMapping;
import io.hawser.volume.lifecycle.db.VolumeRow;
import io.hawser.volume.lifecycle.report.VolumeReport.Suspect;
import io.hawser.volume.node.db.NodePluginRow;
import io.hawser.volume.node.db.NodeRow;
import io.hawser.volume.orphan.db.OrphanRows;
import io.hawser.volume.plugin.db.PluginRow;
import io.smallrye.mutiny.Uni;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Volumes with everything that a decision about them reads, locked in the common order. Their nodes are first read
 * without a lock; a volume that has another node once it is locked is left for the next round.
 */
final class VolumeBatch {
    private final Map<NodeName, NodeRow> nodes = new HashMap<>();
    private final Map<PluginName, PluginRow> plugins = new HashMap<>();
    private final Map<NodePlugin, NodePluginRow> nodePlugins = new HashMap<>();
    private final Map<VolumeName, VolumeRow> volumes = new HashMap<>();
    private final Map<VolumeName, List<PublicationRow>> publications = new HashMap<>();
    private final Map<VolumeName, List<ClaimRow>> claims = new HashMap<>();
    private final Map<String, List<ClaimRow>> waiting = new HashMap<>();
    private final Map<PluginName, Optional<VolumeInputs.PluginFacts>> pluginFacts = new HashMap<>();
    private final Set<VolumeName> existing = new TreeSet<>();
    private final Set<NodeName> lockedNodes = new TreeSet<>();
    private final Set<OrphanRows.MountedSomewhere> mountedSomewhere = new HashSet<>();
    private final List<Unclaimed> unclaimed = new ArrayList<>();
    private final List<DeferredRows.LaterMount> later = new ArrayList<>();
    private final IdOwners owners = new IdOwners();
    private Predicate<String> reached = barrier -> false;

    private VolumeBatch() {}

    /**
     * @param lock {@link RowLock#UPDATE_SKIP_LOCKED} for due work, {@link RowLock#UPDATE} if each volume must be locked
     * @param endings of calls
     */
    static Uni<VolumeBatch> load(
            LedgerTransaction tx,
            CatchUp catchUp,
            Collection<VolumeName> names,
            Collection<Reconciliation.Ended> endings,
            RowLock lock) {
        VolumeBatch batch = new VolumeBatch();
        String[] keys = Identifier.array(names);
        Set<PluginName> pluginNames = new TreeSet<>();
        Set<NodePlugin> nodePlugins = new TreeSet<>();
        return tx.statements()
                .select("""
                        select v.plugin, n.node, v.name from volume v
                        left join (select volume, node from publication where volume = any($1)
                                   union select volume, node from claim where volume = any($1)) n on n.volume = v.name
                        where v.name = any($1)
                        """, (Object) keys)
                .invoke(found -> found.forEach(row -> {
                    PluginName plugin = new PluginName((String) row[0]);
                    pluginNames.add(plugin);
                    batch.existing.add(new VolumeName((String) row[2]));
                    if (row[1] != null) {
                        NodeName node = new NodeName((String) row[1]);
                        batch.lockedNodes.add(node);
                        nodePlugins.add(new NodePlugin(node, plugin));
                    }
                }))
                .chain(() -> Pipeline.send(List.of(
                        NodeRow.locked(tx, batch.lockedNodes, RowLock.SHARE)
                                .invoke(found -> found.forEach(row -> batch.nodes.put(row.id(), row))),
                        PluginRow.locked(tx, pluginNames, RowLock.SHARE)
                                .invoke(found -> found.forEach(row -> batch.plugins.put(row.id(), row))),
                        NodePluginRow.locked(tx, nodePlugins, RowLock.SHARE)
                                .invoke(found -> found.forEach(row -> batch.nodePlugins.put(row.id(), row))),
                        VolumeRow.locked(tx, batch.existing, lock)
                                .invoke(found -> found.forEach(row -> batch.volumes.put(row.id(), row))),
                        // Rows of volumes that are not locked are read, too, and not used.
                        PublicationRow.of(tx, batch.existing).invoke(batch.publications::putAll),
                        ClaimRow.of(tx, batch.existing).invoke(batch.claims::putAll),
                        ClaimRow.waitingForVolumes(tx, batch.existing)
                                .invoke(found -> batch.waiting.putAll(
                                        found.stream().collect(Collectors.groupingBy(row -> row.source)))),
                        OrphanRows.of(tx.statements(), batch.existing).invoke(batch.mountedSomewhere::addAll),
                        VolumeIds.locked(
                                        tx.statements(),
                                        endings.stream()
                                                .flatMap(ended -> ended.volumeId().stream())
                                                .toList())
                                .invoke(batch.owners::add))))
                .chain(() -> batch.readReached(tx, catchUp))
                .chain(() -> batch.readUnclaimed(tx))
                .chain(() -> batch.readLater(tx))
                .replaceWith(batch);
    }

    /** The ending as it counts: no volume gets the id of another one. */
    Reconciliation.Ended checked(VolumeRow row, Reconciliation.Ended ended) {
        return new Reconciliation.Ended(ended.callId(), owners.checked(ended.outcome(), row.pluginName(), row.id()));
    }

    private Uni<Void> readReached(LedgerTransaction tx, CatchUp catchUp) {
        if (volumes.values().stream().allMatch(row -> row.removalBarrier == null)) {
            return Uni.createFrom().voidItem();
        }
        return catchUp.reached(tx).invoke(read -> reached = read).replaceWithVoid();
    }

    private Uni<Void> readUnclaimed(LedgerTransaction tx) {
        Set<NodeName> reporting = publications.values().stream()
                .flatMap(List::stream)
                .filter(this::reportsUnexplained)
                .map(PublicationRow::nodeName)
                .collect(Collectors.toCollection(TreeSet::new));
        return Unclaimed.on(tx.statements(), reporting)
                .invoke(unclaimed::addAll)
                .replaceWithVoid();
    }

    private Uni<Void> readLater(LedgerTransaction tx) {
        Set<NodeName> leaving = volumes.values().stream()
                .filter(row -> row.removal)
                .flatMap(row -> publicationRows(row.id()).stream())
                .map(PublicationRow::nodeName)
                .collect(Collectors.toCollection(TreeSet::new));
        return DeferredRows.mountedOn(tx.statements(), leaving)
                .invoke(later::addAll)
                .replaceWithVoid();
    }

    private boolean reportsUnexplained(PublicationRow row) {
        return !VolumeMapping.publication(row).mounts().ofALaterLife().isEmpty()
                || mountedSomewhere.stream()
                        .anyMatch(there -> there.volume().equals(row.volumeName())
                                && there.node().equals(row.nodeName()));
    }

    /** Whether the volume existed a moment ago; another transaction may hold its lock. */
    boolean exists(VolumeName volume) {
        return existing.contains(volume);
    }

    /** The volumes whose nodes are all locked. */
    List<VolumeRow> ready() {
        return volumes.values().stream()
                .filter(this::nodesAreLocked)
                .sorted(Comparator.comparing(row -> row.name))
                .toList();
    }

    /** The volumes that got another node before they were locked: nothing is decided about them. */
    List<VolumeName> passed() {
        return volumes.values().stream()
                .filter(row -> !nodesAreLocked(row))
                .map(VolumeRow::id)
                .toList();
    }

    private boolean nodesAreLocked(VolumeRow row) {
        return lockedNodes.containsAll(nodesOf(row.id()));
    }

    private Set<NodeName> nodesOf(VolumeName volume) {
        Set<NodeName> touched = new TreeSet<>();
        publicationRows(volume).forEach(row -> touched.add(row.nodeName()));
        claimRows(volume).forEach(row -> touched.add(row.nodeName()));
        return touched;
    }

    List<PublicationRow> publicationRows(VolumeName volume) {
        return publications.getOrDefault(volume, List.of());
    }

    List<ClaimRow> claimRows(VolumeName volume) {
        return claims.getOrDefault(volume, List.of());
    }

    /** How many claims wait for the volume by its name. */
    int waitingFor(VolumeName volume) {
        return waiting.getOrDefault(volume.value(), List.of()).size();
    }

    /** The tasks that wait for the volume, by its name or its group. */
    Stream<String> waitingTasks(VolumeRow row) {
        return waitingClaims(row).map(claim -> claim.task).distinct();
    }

    private Stream<ClaimRow> waitingClaims(VolumeRow row) {
        return Stream.of(row.name, TaskSpec.source(row.group))
                .flatMap(source -> waiting.getOrDefault(source, List.of()).stream());
    }

    Volume volume(VolumeRow row) {
        return VolumeMapping.volume(row, publicationRows(row.id()));
    }

    List<Claim> claims(VolumeRow row) {
        return claimRows(row.id()).stream().map(VolumeMapping::claim).toList();
    }

    /** Suspect nodes of the volume, by node. A fence replaces a suspicion. */
    Map<NodeName, Suspect> suspects(VolumeRow row) {
        return nodesOf(row.id()).stream()
                .map(nodes::get)
                .filter(node -> node != null && !node.suspect.isEmpty() && !Fences.counts(node))
                .collect(Collectors.toUnmodifiableMap(
                        NodeRow::id, node -> new Suspect(node.suspectMessage, Optional.ofNullable(node.suspectSince))));
    }

    /** Whether the topics are read up to the barrier; a mount without assignment may still hold the removal. */
    boolean isReached(String barrier) {
        return reached.test(barrier);
    }

    VolumeInputs facts(VolumeRow row) {
        Map<NodeName, VolumeInputs.Orphan> orphans = orphans(row.id());
        boolean caughtUp = row.removalBarrier != null && orphans.isEmpty() && reached.test(row.removalBarrier);
        return new VolumeInputs(
                pluginFacts.computeIfAbsent(row.pluginName(), name -> Optional.ofNullable(plugins.get(name))
                        .flatMap(PluginReader::plugin)),
                nodesOf(row.id()).stream()
                        .collect(Collectors.toMap(
                                node -> node,
                                node -> PluginReader.node(
                                        Optional.ofNullable(nodes.get(node)),
                                        Optional.ofNullable(nodePlugins.get(new NodePlugin(node, row.pluginName()))),
                                        orphans.containsKey(node)))),
                caughtUp,
                orphans,
                waitingTargets(row),
                later.stream()
                        .filter(mount -> mount.plugin().equals(row.pluginName())
                                && mount.volumeId().equals(row.volumeId))
                        .map(DeferredRows.LaterMount::node)
                        .collect(Collectors.toSet()));
    }

    private Map<NodeName, Set<TargetId>> waitingTargets(VolumeRow row) {
        Stream<Unclaimed> waits = waitingClaims(row)
                .map(claim -> new Unclaimed(claim.nodeName(), claim.source, new TargetId(claim.targetId)));
        Stream<Unclaimed> runs =
                unclaimed.stream().filter(mount -> TaskSpec.answers(mount.source(), row.id(), row.group));
        return Stream.concat(waits, runs)
                .collect(Collectors.groupingBy(
                        Unclaimed::node, Collectors.mapping(Unclaimed::target, Collectors.toUnmodifiableSet())));
    }

    private Map<NodeName, VolumeInputs.Orphan> orphans(VolumeName volume) {
        return mountedSomewhere.stream()
                .filter(mounted -> mounted.volume().equals(volume))
                .collect(Collectors.toMap(
                        OrphanRows.MountedSomewhere::node,
                        mounted -> new VolumeInputs.Orphan(mounted.since(), mounted.message(), mounted.mount())));
    }
}
