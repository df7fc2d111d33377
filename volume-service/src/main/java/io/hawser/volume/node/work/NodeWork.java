package io.hawser.volume.node.work;

import io.hawser.bus.topic.HawserTopic;
import io.hawser.ledger.catchup.work.CatchUp;
import io.hawser.ledger.catchup.work.StartGate;
import io.hawser.ledger.due.DueChange;
import io.hawser.ledger.due.work.DueLoop;
import io.hawser.ledger.due.work.DueSettings;
import io.hawser.ledger.due.work.DueSignal;
import io.hawser.ledger.silence.Heard;
import io.hawser.ledger.silence.db.HeardRows;
import io.hawser.ledger.silence.work.SilenceWatch;
import io.hawser.ledger.tx.db.InOrder;
import io.hawser.ledger.tx.db.LedgerTransaction;
import io.hawser.ledger.tx.db.RowLock;
import io.hawser.ledger.tx.db.Transactions;
import io.hawser.ledger.wiring.LedgerConfig;
import io.hawser.volume.fence.db.Fences;
import io.hawser.volume.id.NodeName;
import io.hawser.volume.kafka.Publishing;
import io.hawser.volume.lifecycle.db.VolumesOnNode;
import io.hawser.volume.node.RemovedNode;
import io.hawser.volume.node.Speaker;
import io.hawser.volume.node.Suspicion;
import io.hawser.volume.node.db.FormerFingerprints;
import io.hawser.volume.node.db.NodePluginRow;
import io.hawser.volume.node.db.NodeRow;
import io.hawser.volume.node.db.Speakers;
import io.hawser.volume.orphan.db.UnknownMounts;
import io.hawser.volume.wiring.VolumeConfig;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Produces;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Decides whether a node is suspect. Stores it in the node's row, which decisions read, and publishes it for people.
 * Writes the tombstones of a node that was removed from the inventory.
 */
@ApplicationScoped
public class NodeWork {
    private static final int AT_ONCE = 4;
    /** Looks for silence between two looks at a removed node. */
    private static final int LOOKS = 12;

    /** Three times as long as an agent waits before it repeats its fingerprints. */
    private static final Duration REPEATED = Duration.ofMinutes(15);

    private final Publishing publishing;
    private final Duration laterLook;

    @Produces
    final DueLoop loop;

    @Produces
    final SilenceWatch silence;

    public NodeWork(
            Transactions transactions,
            StartGate gate,
            CatchUp catchUp,
            Publishing publishing,
            VolumeConfig config,
            LedgerConfig ledger,
            Vertx vertx,
            DueSignal signal) {
        this.publishing = publishing;
        this.laterLook = config.silenceEvery().multipliedBy(LOOKS);
        this.loop = new DueLoop(
                        new DueSettings(NodeRow.KIND, 1, AT_ONCE, ledger.due()),
                        transactions,
                        vertx,
                        signal,
                        nodes -> gate.whenRead(tx -> work(tx, new NodeName(nodes.getFirst()))))
                .onlyWhile(gate::isRead);
        this.silence = new SilenceWatch(
                transactions,
                catchUp,
                ledger,
                vertx,
                signal,
                Set.of(HawserTopic.FINGERPRINTS),
                config.silenceEvery(),
                NodeWork::wake);
    }

    /** These nodes became silent, or are no longer silent. */
    public static Uni<Void> wake(LedgerTransaction tx, List<String> nodes) {
        nodes.forEach(node -> tx.due(new DueChange.Wake(NodeRow.KIND, node, tx.now())));
        return Uni.createFrom().voidItem();
    }

    /** Locks in the common order: speaker, last heard, node. */
    private Uni<Void> work(LedgerTransaction tx, NodeName node) {
        tx.due(new DueChange.Never(NodeRow.KIND, node.value()));
        return Speakers.lock(tx, List.of(node)).chain(speakers -> HeardRows.lock(tx, List.of(node.value()))
                .chain(heard -> NodeRow.locked(tx, List.of(node), RowLock.UPDATE)
                        .chain(found -> found.isEmpty()
                                ? endFormer(tx, node, false)
                                : work(
                                        tx,
                                        found.getFirst(),
                                        Objects.requireNonNull(speakers.get(node))
                                                .toDomain(),
                                        silent(heard.get(node.value()))))));
    }

    private Uni<Void> work(LedgerTransaction tx, NodeRow row, Speaker speaker, Optional<Heard> silent) {
        Uni<Boolean> unneeded = row.removed
                ? Speakers.unneeded(tx, row.id(), Fences.counts(row))
                : Uni.createFrom().item(false);
        return unneeded.map(agent -> RemovedNode.of(row.removed, silent.isPresent(), agent))
                .call(node -> endFormer(tx, row.id(), node == RemovedNode.FORGOTTEN))
                .chain(node -> switch (node) {
                    case KEPT -> decide(tx, row, Suspicion.of(speaker, silent, tx.now()));
                    case WAITED_FOR -> {
                        tx.due(new DueChange.At(
                                NodeRow.KIND, row.name, "", tx.now().plus(laterLook)));
                        yield decide(tx, row, Suspicion.of(speaker, silent, tx.now()));
                    }
                    case FORGOTTEN -> forget(tx, row);
                });
    }

    /** What the node's former agent left on the topic, and the present one has not replaced. */
    private Uni<Void> endFormer(LedgerTransaction tx, NodeName node, boolean forgotten) {
        Instant before = tx.now().minus(REPEATED);
        return FormerFingerprints.on(tx, node)
                .chain(all -> InOrder.each(all, former -> {
                    if (!forgotten && former.since().isAfter(before)) {
                        tx.due(new DueChange.At(
                                NodeRow.KIND, node.value(), "", former.since().plus(REPEATED)));
                        return Uni.createFrom().voidItem();
                    }
                    return NodePluginRow.locked(tx, List.of(former.id()), RowLock.SHARE)
                            .invoke(present -> {
                                // A replica of the release before stores the present agent's, and leaves this row.
                                if (present.isEmpty()) {
                                    tx.publish(publishing.fingerprintGone(former.id()));
                                }
                            })
                            .chain(() -> FormerFingerprints.ended(tx, former.id()));
                }));
    }

    /** What the fingerprints' tombstones change is decided when they are read. */
    private Uni<Void> forget(LedgerTransaction tx, NodeRow row) {
        NodeName node = row.id();
        row.suspect = "";
        row.suspectMessage = "";
        row.suspectSince = null;
        tx.publish(publishing.heartbeatGone(node));
        tx.publish(publishing.event(
                node,
                "NodeForgotten",
                "it is removed from the inventory, its agent is silent, and no report of it is waited for:"
                        + " its heartbeat and its fingerprints end",
                tx.now()));
        return NodePluginRow.on(tx, node)
                .invoke(found -> found.forEach(each -> tx.publish(publishing.fingerprintGone(each.id()))))
                .chain(() -> UnknownMounts.forget(tx, node))
                .chain(() -> HeardRows.forget(tx, List.of(node.value())));
    }

    private static Optional<Heard> silent(HeardRows.@Nullable Silence silence) {
        return Optional.ofNullable(silence).filter(HeardRows.Silence::silent).map(HeardRows.Silence::last);
    }

    private Uni<Void> decide(LedgerTransaction tx, NodeRow row, Optional<Suspicion> suspicion) {
        String reason = suspicion.map(Suspicion::reason).orElse("");
        if (reason.equals(row.suspect)) {
            return Uni.createFrom().voidItem();
        }
        row.suspect = reason;
        row.suspectMessage = suspicion.map(Suspicion::message).orElse("");
        row.suspectSince = suspicion.map(Suspicion::since).orElse(null);
        NodeName node = row.id();
        tx.publish(publishing.event(
                node,
                reason.isEmpty() ? "NodeHeard" : reason,
                suspicion.map(Suspicion::message).orElse("its agent is heard again"),
                tx.now()));
        return VolumesOnNode.wake(tx, node).chain(() -> VolumesOnNode.wakeTasks(tx, node));
    }
}
