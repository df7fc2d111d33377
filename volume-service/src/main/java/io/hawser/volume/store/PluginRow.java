package io.hawser.volume.store;

import io.hawser.ledger.tx.Removable;
import io.hawser.ledger.tx.RowKey;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;

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
}
