package io.hawser.volume.node.work;

import io.hawser.bus.topic.HawserTopic;
import io.hawser.ledger.LedgerConfig;
import io.hawser.ledger.catchup.CatchUp;
import io.hawser.ledger.due.DueChange;
import io.hawser.ledger.due.DueLoop;
import io.hawser.ledger.due.DueSignal;
import io.hawser.ledger.silence.Heard;
import io.hawser.ledger.silence.HeardRows;
import io.hawser.ledger.silence.SilenceWatch;
import io.hawser.ledger.tx.LedgerTransaction;
import io.hawser.ledger.tx.RowLock;
import io.hawser.ledger.tx.Transactions;
import io.hawser.volume.id.NodeName;
import io.hawser.volume.kafka.Publishing;
import io.hawser.volume.lifecycle.db.VolumesOnNode;
import io.hawser.volume.node.Suspicion;
import io.hawser.volume.node.db.NodeRow;
import io.hawser.volume.node.db.Speakers;
import io.hawser.volume.wiring.VolumeConfig;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Decides whether a node is suspect. Stores it in the node's row, which decisions read, and publishes it for people.
 */
@ApplicationScoped
public class NodeWork {
    private static final int AT_ONCE = 4;

    private final Publishing publishing;
    private final DueLoop loop;
    private final SilenceWatch silence;

    public NodeWork(
            Transactions transactions,
            CatchUp catchUp,
            Publishing publishing,
            VolumeConfig config,
            LedgerConfig ledger,
            Vertx vertx,
            DueSignal signal) {
        this.publishing = publishing;
        this.loop = new DueLoop(
                new DueLoop.Settings(NodeRow.KIND, 1, AT_ONCE, ledger.due()),
                transactions,
                vertx,
                signal,
                nodes -> transactions.run(tx -> work(tx, new NodeName(nodes.getFirst()))));
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

    void start(@Observes StartupEvent event) {
        loop.start();
        silence.start();
    }

    void stop(@Observes ShutdownEvent event) {
        loop.stop();
        silence.stop();
    }

    /** These nodes became silent, or are no longer silent. */
    public static Uni<Void> wake(LedgerTransaction tx, List<String> nodes) {
        nodes.forEach(node -> tx.due(new DueChange.Wake(NodeRow.KIND, node, "", tx.now())));
        return Uni.createFrom().voidItem();
    }

    /** Locks in the common order: speaker, last heard, node. */
    private Uni<Void> work(LedgerTransaction tx, NodeName node) {
        tx.due(new DueChange.Never(NodeRow.KIND, node.value()));
        return Speakers.lock(tx, List.of(node)).chain(speakers -> HeardRows.lock(tx, List.of(node.value()))
                .chain(heard -> NodeRow.locked(tx, List.of(node), RowLock.UPDATE)
                        .chain(found -> found.isEmpty()
                                ? Uni.createFrom().voidItem()
                                : decide(
                                        tx,
                                        found.getFirst(),
                                        Suspicion.of(
                                                Objects.requireNonNull(speakers.get(node))
                                                        .toDomain(),
                                                silent(heard.get(node.value())),
                                                tx.now())))));
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
