package io.hawser.volume.plugin.db;

import io.hawser.ledger.tx.db.KeyedRows;
import io.hawser.ledger.tx.db.LedgerTransaction;
import io.hawser.ledger.tx.db.RowLock;
import io.hawser.volume.id.Identifier;
import io.hawser.volume.id.PluginName;
import io.smallrye.mutiny.Uni;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.util.Collection;
import java.util.List;

/** The last {@code hawser.v1.Plugin} of a plugin. */
@Entity
@Table(name = "plugin")
public class PluginRow {
    /** The kind of due work: the plugin changed in a way that its volumes' decisions read. */
    public static final String KIND = "plugin";

    @Id
    public String name;

    public byte[] message;

    /** Of the last record that changed what volumes' decisions read. Other records only count nodes and instances. */
    public long changedRevision;

    public PluginName id() {
        return new PluginName(name);
    }

    public static Uni<List<PluginRow>> locked(LedgerTransaction tx, Collection<PluginName> ids, RowLock lock) {
        return KeyedRows.by(tx, PluginRow.class, "name", Identifier.values(ids), lock);
    }
}
