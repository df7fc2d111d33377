package io.hawser.volume.plugin.db;

import io.hawser.ledger.tx.KeyedRows;
import io.hawser.ledger.tx.Removable;
import io.hawser.ledger.tx.RowKey;
import io.hawser.volume.id.Identifier;
import io.hawser.volume.id.PluginName;
import io.smallrye.mutiny.Uni;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.util.Collection;
import java.util.List;
import org.hibernate.LockMode;
import org.hibernate.reactive.mutiny.Mutiny;

/** The last {@code hawser.v1.Plugin} of a plugin. */
@Entity
@Table(name = "plugin")
public class PluginRow implements Removable {
    @Id
    public String name;

    public byte[] message;

    @Override
    public RowKey rowKey() {
        return RowKey.of("plugin", "name", name);
    }

    public PluginName id() {
        return new PluginName(name);
    }

    public static Uni<List<PluginRow>> locked(Mutiny.Session session, Collection<PluginName> ids, LockMode lock) {
        return KeyedRows.of(
                session,
                PluginRow.class,
                "from PluginRow r where r.name in :keys order by r.name",
                Identifier.values(ids),
                lock);
    }
}
