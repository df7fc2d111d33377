package io.hawser.volume.fence.db;

import io.hawser.ledger.due.DueChange;
import io.hawser.ledger.tx.ColumnCodec;
import io.hawser.ledger.tx.db.LedgerTransaction;
import io.hawser.v1.Node;
import io.hawser.volume.fence.Fence;
import io.hawser.volume.node.db.NodeRow;
import java.util.Optional;

/** The fence in a node's record, and whether it has effect already. */
public final class Fences {
    /** The kind of this due work; its keys are nodes. */
    public static final String KIND = "fence";

    private Fences() {}

    /** Whether the node's last record says that it is fenced; from then on it gets no new claims. */
    public static boolean said(NodeRow row) {
        return ColumnCodec.read(Node.parser(), row.message).getFenced();
    }

    /** Whether the fence has effect. */
    public static boolean counts(NodeRow row) {
        return said(row) && row.fenceRead;
    }

    /** A fence without effect yet. */
    public static Optional<Fence.Unconfirmed> unconfirmed(NodeRow row) {
        return of(row).waits();
    }

    /** The row is locked and has a new message. */
    public static void stored(LedgerTransaction tx, NodeRow row, boolean fencedBefore) {
        Fence before = of(row);
        Fence after = before.after(fencedBefore, said(row), tx.now());
        if (!after.equals(before)) {
            write(after, row);
            tx.due(new DueChange.Wake(KIND, row.name, tx.now()));
        }
    }

    public static Fence of(NodeRow row) {
        return new Fence(row.fence, Optional.ofNullable(row.fenceBarrier), row.fenceRead);
    }

    public static void write(Fence fence, NodeRow row) {
        row.fence = fence.number();
        row.fenceBarrier = fence.barrier().orElse(null);
        row.fenceRead = fence.read();
    }
}
