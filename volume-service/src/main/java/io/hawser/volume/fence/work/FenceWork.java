package io.hawser.volume.fence.work;

import io.hawser.bus.topic.HawserTopic;
import io.hawser.ledger.catchup.work.CatchUp;
import io.hawser.ledger.due.DueChange;
import io.hawser.ledger.due.work.CaughtUpWork;
import io.hawser.ledger.tx.db.LedgerTransaction;
import io.hawser.ledger.tx.db.RowLock;
import io.hawser.volume.fence.Fence;
import io.hawser.volume.fence.db.Fences;
import io.hawser.volume.id.NodeName;
import io.hawser.volume.lifecycle.db.VolumesOnNode;
import io.hawser.volume.node.db.NodeRow;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The loop over nodes with an unconfirmed fence. */
@ApplicationScoped
public class FenceWork implements CaughtUpWork.Subject {
    private final CatchUp catchUp;

    public FenceWork(CatchUp catchUp) {
        this.catchUp = catchUp;
    }

    @Override
    public CaughtUpWork.WorkDescription description() {
        return new CaughtUpWork.WorkDescription(Fences.KIND, Set.of(HawserTopic.NODES), true);
    }

    @Override
    public Uni<Optional<CaughtUpWork.Unnoted>> unnoted(LedgerTransaction looking, String node) {
        return looking.statements()
                .select("select fence from node where name = $1 and fence > 0 and fence_barrier is null", node)
                .map(found ->
                        found.stream().findFirst().map(row -> (tx, barrier) -> note(tx, node, (Long) row[0], barrier)));
    }

    private static Uni<Void> note(LedgerTransaction tx, String node, long fence, String barrier) {
        return tx.execute(
                "update node set fence_barrier = $3 where name = $1 and fence = $2 and fence_barrier is null",
                node,
                fence,
                barrier);
    }

    /** The node's row is never deleted, and its lock also guards the storing of a new record, so no wake-up is lost. */
    @Override
    public Uni<Void> decide(LedgerTransaction tx, String key) {
        NodeName node = new NodeName(key);
        return NodeRow.locked(tx, List.of(node), RowLock.UPDATE)
                .chain(found -> found.isEmpty() || !Fences.of(found.getFirst()).unconfirmed()
                        ? forget(tx, key)
                        : catchUp.reached(tx).chain(reached -> {
                            NodeRow row = found.getFirst();
                            Fence fence = Fences.of(row);
                            if (fence.barrier().filter(reached).isPresent()) {
                                Fences.write(fence.confirmed(), row);
                                return VolumesOnNode.wake(tx, node).chain(() -> forget(tx, key));
                            }
                            return CaughtUpWork.lookAgain(tx, Fences.KIND, key);
                        }));
    }

    private static Uni<Void> forget(LedgerTransaction tx, String key) {
        tx.due(new DueChange.Forget(Fences.KIND, key));
        return Uni.createFrom().voidItem();
    }
}
