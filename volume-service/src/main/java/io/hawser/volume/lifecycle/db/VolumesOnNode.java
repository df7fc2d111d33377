package io.hawser.volume.lifecycle.db;

import io.hawser.ledger.tx.db.LedgerTransaction;
import io.hawser.volume.claim.db.TaskRow;
import io.hawser.volume.id.NodeName;
import io.smallrye.mutiny.Uni;

/** The volumes with a publication or a claim on a node. */
public final class VolumesOnNode {
    private VolumesOnNode() {}

    /** Wakes the node's tasks that wait for a volume. */
    public static Uni<Void> wakeTasks(LedgerTransaction tx, NodeName node) {
        return TaskRow.wakeFound(
                tx, "select distinct task from claim where node = $1 and state = 'WAITING'", node.value());
    }

    /** Wakes the node's volumes: something about the node has changed that their decisions read. */
    public static Uni<Void> wake(LedgerTransaction tx, NodeName node) {
        return VolumeRow.wakeFound(tx, """
                select v.name from volume v
                join (select volume from publication where node = $1
                      union select volume from claim where node = $1) held on held.volume = v.name
                """, node.value());
    }
}
