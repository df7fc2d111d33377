package io.hawser.volume.lifecycle.db;

import io.hawser.ledger.tx.db.Pipeline;
import io.hawser.ledger.tx.db.Statements;
import io.hawser.volume.id.PluginName;
import io.hawser.volume.id.VolumeName;
import io.hawser.volume.lifecycle.IdOwner;
import io.smallrye.mutiny.Uni;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** Which volumes have an id at their plugin. */
public final class VolumeIds {
    private VolumeIds() {}

    /**
     * The volumes of all plugins with one of these ids, for a transaction that may give a volume one of them. It locks
     * the ids, whether a volume has them or not, after all of its rows: no other transaction gives them meanwhile.
     */
    public static Uni<List<IdOwner>> locked(Statements statements, Collection<String> ids) {
        if (ids.isEmpty()) {
            return Uni.createFrom().item(List.of());
        }
        String[] names = ids.toArray(String[]::new);
        List<IdOwner> owners = new ArrayList<>();
        // A statement sees what was stored before it began: the look is not the one that waits for the lock.
        return Pipeline.send(
                        List.of(lock(statements, names), look(statements, names).invoke(owners::addAll)))
                .replaceWith(owners);
    }

    private static Uni<Void> lock(Statements statements, String[] ids) {
        return statements.select("""
                        select pg_advisory_xact_lock(number) from (
                          select distinct hashtextextended('volume id/' || id, 0) as number
                          from unnest($1::text[]) as ids (id) order by number offset 0) sorted
                        """, (Object) ids).replaceWithVoid();
    }

    private static Uni<List<IdOwner>> look(Statements statements, String[] ids) {
        return statements.select("""
                        select plugin, name, volume_id, removal from volume
                        where volume_id = any($1) or volume_id = '' and name = any($1)
                        """, (Object) ids).map(rows -> rows.stream()
                .map(row -> owner((String) row[0], (String) row[1], (String) row[2], (Boolean) row[3]))
                .toList());
    }

    public static IdOwner of(VolumeRow row) {
        return owner(row.plugin, row.name, row.volumeId, row.removal);
    }

    private static IdOwner owner(String plugin, String name, String id, boolean leaving) {
        boolean known = !id.isEmpty();
        return new IdOwner(new PluginName(plugin), known ? id : name, known, new VolumeName(name), leaving);
    }
}
