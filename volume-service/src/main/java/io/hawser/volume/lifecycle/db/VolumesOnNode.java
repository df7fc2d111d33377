package io.hawser.volume.lifecycle.db;

import io.hawser.ledger.due.DueChange;
import io.hawser.ledger.tx.LedgerTransaction;
import io.hawser.volume.claim.db.TaskRow;
import io.hawser.volume.id.NodeName;
import io.smallrye.mutiny.Uni;

/** The volumes with a publication or a claim on a node. */
public final class VolumesOnNode {
    private VolumesOnNode() {}

    /** Wakes the node's tasks that wait for a volume. */
    public static Uni<Void> wakeTasks(LedgerTransaction tx, NodeName node) {
        return tx.statements()
                .select("select distinct task from claim where node = $1 and state = 'WAITING'", node.value())
                .invoke(found ->
                        found.forEach(row -> tx.due(new DueChange.Wake(TaskRow.KIND, (String) row[0], tx.now()))))
                .replaceWithVoid();
    }

    /** Wakes the node's volumes: something about the node has changed that their decisions read. */
    public static Uni<Void> wake(LedgerTransaction tx, NodeName node) {
        return tx.statements()
                .select("""
                        select v.name from volume v
                        join (select volume from publication where node = $1
                              union select volume from claim where node = $1) held on held.volume = v.name
                        """, node.value())
                .invoke(found ->
                        found.forEach(row -> tx.due(new DueChange.Wake(VolumeRow.KIND, (String) row[0], tx.now()))))
                .replaceWithVoid();
    }
}
