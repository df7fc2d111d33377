package io.hawser.volume.intake;

import io.hawser.bus.envelope.Origin;
import io.hawser.ledger.silence.Heard;
import io.hawser.ledger.silence.db.HeardRows;
import io.hawser.ledger.tx.db.LedgerTransaction;
import io.hawser.v1.Fingerprint;
import io.hawser.v1.Node;
import io.hawser.v1.NodeHeartbeat;
import io.hawser.v1.Task;
import io.hawser.volume.claim.db.TaskRow;
import io.hawser.volume.fence.db.Fences;
import io.hawser.volume.id.NodeName;
import io.hawser.volume.id.NodePlugin;
import io.hawser.volume.id.PluginName;
import io.hawser.volume.id.TaskName;
import io.hawser.volume.intake.db.BatchRows;
import io.hawser.volume.kafka.Publishing;
import io.hawser.volume.lifecycle.db.VolumesOnNode;
import io.hawser.volume.node.AgentRecord;
import io.hawser.volume.node.Verdict;
import io.hawser.volume.node.db.FormerFingerprints;
import io.hawser.volume.node.db.NodePluginRow;
import io.hawser.volume.node.db.NodeRow;
import io.hawser.volume.node.db.Speakers;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Stores records of nodes, tasks and fingerprints, and wakes the decisions that read them. */
@ApplicationScoped
public class StateRecordHandler {
    private final Publishing publishing;
    private final Speakers speakers;

    public StateRecordHandler(Publishing publishing, Speakers speakers) {
        this.publishing = publishing;
        this.speakers = speakers;
    }

    /** @param written by the clock that also times the agents' records */
    Uni<Void> node(LedgerTransaction tx, BatchRows rows, Node node, Instant written) {
        return node(tx, rows, new NodeName(node.getName()), node.toByteArray(), false, written);
    }

    /**
     * Removed from the inventory: the node gets no new claims. Nothing else changes, because it may still be writing.
     */
    Uni<Void> nodeGone(LedgerTransaction tx, BatchRows rows, NodeName name) {
        return rows.node(name)
                .map(row -> node(tx, rows, name, row.message, true, tx.now()))
                .orElseGet(() -> Uni.createFrom().voidItem());
    }

    private Uni<Void> node(
            LedgerTransaction tx, BatchRows rows, NodeName name, byte[] message, boolean removed, Instant written) {
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
        speakers.inventory(tx, rows.speaker(name), removed, Fences.said(row), written);
        rows.add(row);
        addIfNew(tx, existing, row);
        return VolumesOnNode.wake(tx, name)
                .chain(() -> TaskRow.wakeFound(tx, "select name from task where node = $1", name.value()));
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
        return (existing.isEmpty()
                        ? FormerFingerprints.ended(tx, id)
                        : Uni.createFrom().voidItem())
                .chain(() -> wakeOnNode(tx, id.node()));
    }

    /**
     * Drops what the node's former agent wrote of its plugins. Its machine may be gone, with the plugins' ids of it.
     * The agent that counts now writes of its own plugins.
     */
    Uni<Void> ofFormerAgent(LedgerTransaction tx, BatchRows rows, NodeName node) {
        List<NodePluginRow> former = rows.nodePlugins(node);
        former.forEach(rows::remove);
        return former.isEmpty()
                ? Uni.createFrom().voidItem()
                : FormerFingerprints.drop(tx, former).chain(() -> wakeOnNode(tx, node));
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
    void heard(LedgerTransaction tx, BatchRows rows, Verdict verdict, NodeHeartbeat heartbeat, Origin origin) {
        if (!(verdict instanceof Verdict.History)) {
            Duration interval = Heard.interval(heartbeat.hasInterval(), heartbeat.getInterval());
            rows.heard(new Heard(heartbeat.getNode(), origin.appended(), tx.now(), interval));
        }
    }

    void task(LedgerTransaction tx, BatchRows rows, Task task) {
        Optional<TaskRow> existing = rows.task(task.getName());
        TaskRow row = existing.orElseGet(TaskRow::new);
        row.name = task.getName();
        row.node = task.getNode();
        row.message = task.toByteArray();
        row.gone = false;
        rows.add(row);
        TaskRow.wake(tx, task.getName());
        addIfNew(tx, existing, row);
    }

    void taskGone(LedgerTransaction tx, BatchRows rows, String name) {
        rows.task(name)
                .ifPresentOrElse(
                        row -> {
                            row.gone = true;
                            TaskRow.wake(tx, name);
                        },
                        // The topic no longer has the task, but a record that a lost database published about it may
                        // still exist.
                        () -> tx.publish(publishing.taskVolumesGone(new TaskName(name))));
    }

    private static void addIfNew(LedgerTransaction tx, Optional<?> existing, Object row) {
        if (existing.isEmpty()) {
            tx.add(row);
        }
    }
}
