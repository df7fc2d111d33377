package io.hawser.volume.fence.work;

import io.hawser.bus.topic.HawserTopic;
import io.hawser.ledger.LedgerConfig;
import io.hawser.ledger.catchup.Barrier;
import io.hawser.ledger.catchup.CatchUp;
import io.hawser.ledger.catchup.StartGate;
import io.hawser.ledger.due.DueChange;
import io.hawser.ledger.due.DueLoop;
import io.hawser.ledger.due.DueSignal;
import io.hawser.ledger.tx.LedgerTransaction;
import io.hawser.ledger.tx.Transactions;
import io.hawser.volume.fence.Fence;
import io.hawser.volume.fence.db.Fences;
import io.hawser.volume.lifecycle.db.VolumesOnNode;
import io.hawser.volume.node.db.NodeRow;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.hibernate.LockMode;

/** The loop over nodes whose fence is still to be confirmed. */
@ApplicationScoped
public class FenceWork {
    private static final Set<HawserTopic> DEPENDS_ON = Set.of(HawserTopic.NODES);
    private static final int AT_ONCE = 4;
    private static final Duration CATCHING_UP = Duration.ofMillis(250);

    private final Transactions transactions;
    private final CatchUp catchUp;
    private final StartGate gate;
    private final DueLoop loop;

    public FenceWork(
            Transactions transactions,
            CatchUp catchUp,
            StartGate gate,
            LedgerConfig ledger,
            Vertx vertx,
            DueSignal signal) {
        this.gate = gate;
        this.transactions = transactions;
        this.catchUp = catchUp;
        this.loop = new DueLoop(
                        new DueLoop.Settings(
                                Fences.KIND, 1, AT_ONCE, ledger.due().poll()),
                        transactions,
                        vertx,
                        signal,
                        nodes -> work(nodes.getFirst()))
                .onlyWhile(gate::isRead);
    }

    void start(@Observes StartupEvent event) {
        loop.start();
    }

    void stop(@Observes ShutdownEvent event) {
        loop.stop();
    }

    private Uni<Void> work(String node) {
        return transactions
                .read(tx -> tx.statements()
                        .select("select fence from node where name = $1 and fence > 0 and fence_barrier is null", node))
                .chain(found -> found.isEmpty() ? Uni.createFrom().voidItem() : note(node, (Long) found.getFirst()[0]))
                .chain(() -> gate.whenRead(tx -> decide(tx, node)));
    }

    /** Noted after this very fence was stored: whatever was written before it lies below. */
    private Uni<Void> note(String node, long fence) {
        return catchUp.barrier(DEPENDS_ON)
                .chain(barrier -> transactions.run(tx -> tx.execute(
                        "update node set fence_barrier = $3 where name = $1 and fence = $2 and fence_barrier is null",
                        node,
                        fence,
                        barrier.toText())));
    }

    /** The node's row, which is never deleted, is what a new record is stored under, too: no wake is lost. */
    private Uni<Void> decide(LedgerTransaction tx, String node) {
        return NodeRow.locked(tx.session(), List.of(node), LockMode.PESSIMISTIC_WRITE)
                .chain(found -> found.isEmpty() || !Fences.of(found.getFirst()).unconfirmed()
                        ? forget(tx, node)
                        : catchUp.positions(tx).chain(positions -> {
                            NodeRow row = found.getFirst();
                            Fence fence = Fences.of(row);
                            if (fence.barrier()
                                    .filter(barrier -> Barrier.parse(barrier).reachedBy(positions))
                                    .isPresent()) {
                                Fences.write(fence.confirmed(), row);
                                return VolumesOnNode.wake(tx, node).chain(() -> forget(tx, node));
                            }
                            tx.due(new DueChange.At(
                                    Fences.KIND, node, "", tx.now().plus(CATCHING_UP)));
                            return Uni.createFrom().voidItem();
                        }));
    }

    private static Uni<Void> forget(LedgerTransaction tx, String node) {
        tx.due(new DueChange.Forget(Fences.KIND, node));
        return Uni.createFrom().voidItem();
    }
}
