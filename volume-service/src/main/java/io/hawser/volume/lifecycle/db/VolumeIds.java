package io.hawser.volume.lifecycle.db;

import io.hawser.ledger.tx.db.Statements;
import io.hawser.volume.id.PluginName;
import io.hawser.volume.id.VolumeName;
import io.hawser.volume.lifecycle.IdOwner;
import io.smallrye.mutiny.Uni;
import java.util.Collection;
import java.util.List;

/** Which volumes have an id at their plugin. */
public final class VolumeIds {
    private VolumeIds() {}

    /** The volumes of all plugins with one of these ids, without locks. */
    public static Uni<List<IdOwner>> of(Statements statements, Collection<String> ids) {
        return ids.isEmpty()
                ? Uni.createFrom().item(List.of())
                : statements.select("""
                                select plugin, name, volume_id, removal from volume
                                where volume_id = any($1) or volume_id = '' and name = any($1)
                                """, (Object) ids.toArray(String[]::new)).map(rows -> rows.stream()
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
