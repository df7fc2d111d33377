package io.hawser.volume.intake;

import io.hawser.bus.envelope.Origin;
import io.hawser.ledger.due.DueChange;
import io.hawser.ledger.silence.Heard;
import io.hawser.ledger.silence.HeardRows;
import io.hawser.ledger.tx.ColumnCodec;
import io.hawser.ledger.tx.LedgerTransaction;
import io.hawser.v1.Fingerprint;
import io.hawser.v1.MountReport;
import io.hawser.v1.Node;
import io.hawser.v1.NodeHeartbeat;
import io.hawser.v1.Plugin;
import io.hawser.v1.Task;
import io.hawser.volume.claim.db.TaskRow;
import io.hawser.volume.fence.db.Fences;
import io.hawser.volume.id.NodeName;
import io.hawser.volume.id.NodePlugin;
import io.hawser.volume.id.NodeVolume;
import io.hawser.volume.id.PluginName;
import io.hawser.volume.id.VolumeName;
import io.hawser.volume.intake.db.BatchRows;
import io.hawser.volume.kafka.Publishing;
import io.hawser.volume.lifecycle.DecisionContext;
import io.hawser.volume.lifecycle.LaterLife;
import io.hawser.volume.lifecycle.Publication;
import io.hawser.volume.lifecycle.db.PublicationRow;
import io.hawser.volume.lifecycle.db.VolumeMapping;
import io.hawser.volume.lifecycle.db.VolumeRow;
import io.hawser.volume.lifecycle.db.VolumesOnNode;
import io.hawser.volume.lifecycle.kafka.VolumeRecords;
import io.hawser.volume.node.AgentRecord;
import io.hawser.volume.node.Verdict;
import io.hawser.volume.node.db.NodePluginRow;
import io.hawser.volume.node.db.NodeRow;
import io.hawser.volume.node.db.Speakers;
import io.hawser.volume.orphan.db.OrphanRows;
import io.hawser.volume.plugin.db.PluginRow;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Stores records of nodes, tasks, plugins and mounts, and wakes the decisions that read them. */
@ApplicationScoped
public class StateRecordHandler {
    private final Publishing publishing;
    private final VolumeRecords records;
    private final Speakers speakers;

    public StateRecordHandler(Publishing publishing, VolumeRecords records, Speakers speakers) {
        this.publishing = publishing;
        this.records = records;
        this.speakers = speakers;
    }

    Uni<Void> node(LedgerTransaction tx, BatchRows rows, Node node) {
        return node(tx, rows, new NodeName(node.getName()), node.toByteArray(), false);
    }

    /**
     * Removed from the inventory: the node gets no new claims. Nothing else changes, because it may still be writing.
     */
    Uni<Void> nodeGone(LedgerTransaction tx, BatchRows rows, NodeName name) {
        return rows.node(name)
                .map(row -> node(tx, rows, name, row.message, true))
                .orElseGet(() -> Uni.createFrom().voidItem());
    }

    private Uni<Void> node(LedgerTransaction tx, BatchRows rows, NodeName name, byte[] message, boolean removed) {
        Optional<NodeRow> existing = rows.node(name);
        if (existing.filter(row -> Arrays.equals(row.message, message) && row.removed == removed)
                .isPresent()) {
            return Uni.createFrom().voidItem();
        }
        boolean fenced = existing.filter(Fences::said).isPresent();
        NodeRow row = existing.orElseGet(() -> new NodeRow(name));
        row.message = message;
        row.removed = removed;
        Fences.stored(tx, row, fenced);
        speakers.inventory(tx, rows.speaker(name), removed, Fences.said(row));
        rows.add(row);
        addIfNew(tx, existing, row);
        return VolumesOnNode.wake(tx, name)
                .chain(() -> wakeTasks(tx, "select name from task where node = $1", name.value()));
    }

    Uni<Void> plugin(LedgerTransaction tx, BatchRows rows, Plugin plugin) {
        PluginName name = new PluginName(plugin.getName());
        Optional<PluginRow> existing = rows.plugin(name);
        Optional<Plugin> before = existing.map(row -> ColumnCodec.read(Plugin.parser(), row.message));
        if (before.filter(b -> b.getRevision() >= plugin.getRevision()).isPresent()) {
            return Uni.createFrom().voidItem();
        }
        PluginRow row = existing.orElseGet(PluginRow::new);
        row.name = name.value();
        row.message = plugin.toByteArray();
        rows.add(row);
        addIfNew(tx, existing, row);
        boolean sameForVolumes = before.filter(b -> sameForVolumes(b, plugin)).isPresent();
        if (!sameForVolumes) {
            wakeVolumes(tx, name);
        }
        boolean sameInstance = before.filter(b -> b.getEndpoint().equals(plugin.getEndpoint())
                        && b.getCurrent().equals(plugin.getCurrent()))
                .isPresent();
        if (!sameForVolumes || !sameInstance) {
            tx.due(new DueChange.Wake("sweep", name.value(), tx.now()));
        }
        return Uni.createFrom().voidItem();
    }

    /**
     * Whether decisions about volumes read the same. Each call is made at the endpoint of its time; only whether there
     * is one matters.
     */
    private static boolean sameForVolumes(Plugin before, Plugin now) {
        return before.getEndpoint().isEmpty() == now.getEndpoint().isEmpty()
                && before.getCapabilitiesKnown() == now.getCapabilitiesKnown()
                && before.getVendorVersion().equals(now.getVendorVersion())
                && before.getPluginCapabilitiesList().equals(now.getPluginCapabilitiesList())
                && before.getControllerCapabilitiesList().equals(now.getControllerCapabilitiesList());
    }

    Uni<Void> pluginGone(LedgerTransaction tx, BatchRows rows, PluginName name) {
        Optional<PluginRow> existing = rows.plugin(name);
        if (existing.isEmpty()) {
            return Uni.createFrom().voidItem();
        }
        rows.remove(existing.get());
        tx.due(new DueChange.Forget("sweep", name.value()));
        tx.remove(existing.get());
        wakeVolumes(tx, name);
        return Uni.createFrom().voidItem();
    }

    Uni<Void> nodePlugin(LedgerTransaction tx, BatchRows rows, Fingerprint nodePlugin) {
        NodePlugin id = new NodePlugin(new NodeName(nodePlugin.getNode()), new PluginName(nodePlugin.getPlugin()));
        Optional<NodePluginRow> existing = rows.nodePlugin(id);
        if (existing.map(row -> row.fingerprint())
                .filter(before -> !AgentRecord.supersedes(
                        nodePlugin.getAgent(), nodePlugin.getRevision(), before.getAgent(), before.getRevision()))
                .isPresent()) {
            return Uni.createFrom().voidItem();
        }
        NodePluginRow row = existing.orElseGet(NodePluginRow::new);
        row.node = nodePlugin.getNode();
        row.plugin = nodePlugin.getPlugin();
        row.message = nodePlugin.toByteArray();
        rows.add(row);
        addIfNew(tx, existing, row);
        return wakeOnNode(tx, id.node());
    }

    /** @param key node and plugin; or a node, whose heartbeat it is */
    Uni<Void> nodePluginGone(LedgerTransaction tx, BatchRows rows, String key) {
        if (NodePlugin.parse(key).isEmpty()) {
            return HeardRows.forget(tx, List.of(key));
        }
        Optional<NodePluginRow> existing = NodePlugin.parse(key).flatMap(rows::nodePlugin);
        if (existing.isEmpty()) {
            return Uni.createFrom().voidItem();
        }
        rows.remove(existing.get());
        tx.remove(existing.get());
        return wakeOnNode(tx, existing.get().id().node());
    }

    private static Uni<Void> wakeOnNode(LedgerTransaction tx, NodeName node) {
        return VolumesOnNode.wake(tx, node).chain(() -> VolumesOnNode.wakeTasks(tx, node));
    }

    /** A former boot's heartbeat that is read late is no sign of life. */
    Uni<Void> heard(LedgerTransaction tx, BatchRows rows, Verdict verdict, NodeHeartbeat heartbeat, Origin origin) {
        if (!(verdict instanceof Verdict.History)) {
            Duration interval = heartbeat.hasInterval()
                    ? Heard.interval(
                            heartbeat.getInterval().getSeconds(),
                            heartbeat.getInterval().getNanos())
                    : Heard.PROMISED;
            rows.heard(new Heard(heartbeat.getNode(), origin.appended(), tx.now(), interval));
        }
        return Uni.createFrom().voidItem();
    }

    Uni<Void> task(LedgerTransaction tx, BatchRows rows, Task task) {
        Optional<TaskRow> existing = rows.task(task.getName());
        TaskRow row = existing.orElseGet(TaskRow::new);
        row.name = task.getName();
        row.node = task.getNode();
        row.message = task.toByteArray();
        row.gone = false;
        rows.add(row);
        tx.due(new DueChange.Wake("task", task.getName(), tx.now()));
        addIfNew(tx, existing, row);
        return Uni.createFrom().voidItem();
    }

    Uni<Void> taskGone(LedgerTransaction tx, BatchRows rows, String name) {
        rows.task(name)
                .ifPresentOrElse(
                        row -> {
                            row.gone = true;
                            tx.due(new DueChange.Wake("task", name, tx.now()));
                        },
                        // The topic no longer has the task, but a record that a lost database published about it may
                        // still exist.
                        () -> tx.publish(publishing.taskVolumesGone(name)));
        return Uni.createFrom().voidItem();
    }

    Uni<Void> report(LedgerTransaction tx, BatchRows rows, MountReport report) {
        NodeName node = new NodeName(report.getNode());
        VolumeName name = new VolumeName(report.getVolume());
        Optional<VolumeRow> volume = rows.volumeRow(name).filter(row -> row.uid.equals(report.getUid()));
        Optional<PublicationRow> here = volume.flatMap(row -> publication(rows, row, node));
        DecisionContext decision = new DecisionContext(tx.now(), 0);
        // A publication without an assignment explains no mount.
        Optional<PublicationRow> publication = here.filter(p -> p.generation > 0);
        if (publication.isEmpty()) {
            // If a lost database had the volume mounted there, the publication is not certainly detached either.
            here.ifPresent(row -> LaterLife.afterReport(VolumeMapping.publication(row), report, decision)
                    .ifPresent(begun -> VolumeMapping.write(name, begun, row)));
            return report.getNothingLeft()
                    ? OrphanRows.gone(tx, node, name, report.toByteArray())
                            .invoke(() -> volume.ifPresent(row -> wake(tx, row)))
                            .chain(() -> wakeWaiting(tx, name))
                    : orphaned(tx, volume, report);
        }
        if (report.getOrphaned()) {
            // The node has lost the existing assignment, or has not read it yet: it is sent again.
            records.assignmentAgain(tx, rows.volume(name).orElseThrow(), rows.holders(name), node);
        }
        Publication before = VolumeMapping.publication(publication.get());
        Optional<Publication> overtaken = LaterLife.afterReport(before, report, decision);
        Publication after = overtaken.orElseGet(() -> before.reporting(report));
        if (after != before) {
            VolumeMapping.write(name, after, publication.get());
            wake(tx, volume.get());
        }
        // The publication on its way out no longer explains the mount.
        return overtaken.filter(begun -> !begun.announced()).isPresent()
                ? orphaned(tx, volume, report).chain(() -> wakeWaiting(tx, name))
                : Uni.createFrom().voidItem();
    }

    /** If a report on this publication was read before, a lost database saw the publication end. */
    Uni<Void> reportGone(LedgerTransaction tx, BatchRows rows, String key) {
        Optional<NodeVolume> id = NodeVolume.parse(key);
        Optional<VolumeRow> volume = id.flatMap(on -> rows.volumeRow(on.volume()));
        volume.flatMap(row -> publication(rows, row, id.get().node()))
                .ifPresent(row -> LaterLife.afterReportGone(VolumeMapping.publication(row))
                        .ifPresent(after -> {
                            VolumeMapping.write(row.volumeName(), after, row);
                            wake(tx, volume.get());
                        }));
        return Uni.createFrom().voidItem();
    }

    private static Optional<PublicationRow> publication(BatchRows rows, VolumeRow volume, NodeName node) {
        return rows.publications(volume.id()).stream()
                .filter(row -> row.nodeName().equals(node))
                .findFirst();
    }

    private Uni<Void> orphaned(LedgerTransaction tx, Optional<VolumeRow> volume, MountReport report) {
        NodeName node = new NodeName(report.getNode());
        VolumeName name = new VolumeName(report.getVolume());
        // Also if the report answers an assignment: a restored database may have lost the reason for it.
        if (volume.isPresent()) {
            wake(tx, volume.get());
            tx.due(new DueChange.Wake(OrphanRows.KIND, OrphanRows.key(node, name), tx.now()));
            return OrphanRows.store(tx, node, name, report.getUid(), report.toByteArray());
        }
        // Nothing explains the mount: a person must decide.
        tx.publish(publishing.event(
                name,
                "OrphanedMount",
                Optional.of(node),
                "node " + node
                        + " has something of it mounted that volume-service did not ask for, "
                        + "of a volume that is not known",
                tx.now()));
        return Uni.createFrom().voidItem();
    }

    private static void wake(LedgerTransaction tx, VolumeRow volume) {
        tx.due(new DueChange.Wake("volume", volume.name, tx.now()));
    }

    private static void addIfNew(LedgerTransaction tx, Optional<?> existing, Object row) {
        if (existing.isEmpty()) {
            tx.add(row);
        }
    }

    /** They may be very many: a loop of its own wakes them page by page. */
    private static void wakeVolumes(LedgerTransaction tx, PluginName plugin) {
        tx.due(new DueChange.Wake(PluginRow.KIND, plugin.value(), tx.now()));
    }

    private static Uni<Void> wakeWaiting(LedgerTransaction tx, VolumeName volume) {
        return wakeTasks(tx, """
                select distinct task from claim
                where state = 'WAITING' and (source = $1
                   or source = (select 'group:' || volume_group from volume where name = $1))
                """, volume.value());
    }

    private static Uni<Void> wakeTasks(LedgerTransaction tx, String query, String parameter) {
        return tx.statements()
                .select(query, parameter)
                .invoke(found -> found.forEach(row -> tx.due(new DueChange.Wake("task", (String) row[0], tx.now()))))
                .replaceWithVoid();
    }
}
