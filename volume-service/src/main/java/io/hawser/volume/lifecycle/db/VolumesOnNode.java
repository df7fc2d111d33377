package io.hawser.volume.lifecycle.db;

import io.hawser.ledger.due.DueChange;
import io.hawser.ledger.tx.LedgerTransaction;
import io.smallrye.mutiny.Uni;

/** The volumes that a node has something to do with: it has a publication or a claim of them. */
public final class VolumesOnNode {
    private VolumesOnNode() {}

    /** The tasks there that wait for something. */
    public static Uni<Void> wakeTasks(LedgerTransaction tx, String node) {
        return tx.statements()
                .select("select distinct task from claim where node = $1 and state = 'WAITING'", node)
                .invoke(found ->
                        found.forEach(row -> tx.due(new DueChange.Wake("task", (String) row[0], "", tx.now()))))
                .replaceWithVoid();
    }

    /** Something that their decisions read of the node has changed. */
    public static Uni<Void> wake(LedgerTransaction tx, String node) {
        return tx.statements()
                .select("""
                        select v.name, v.plugin from volume v
                        where exists (select 1 from publication p where p.volume = v.name and p.node = $1)
                           or exists (select 1 from claim c where c.volume = v.name and c.node = $1)
                        """, node)
                .invoke(found -> found.forEach(
                        row -> tx.due(new DueChange.Wake("volume", (String) row[0], (String) row[1], tx.now()))))
                .replaceWithVoid();
    }
}
