package io.hawser.volume.store;

import io.hawser.ledger.tx.Removable;
import io.hawser.ledger.tx.RowKey;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.IdClass;
import jakarta.persistence.Table;

/** The last {@code hawser.v1.Fingerprint} of a plugin on a node; its lock guards the places there. */
@Entity
@Table(name = "node_plugin")
@IdClass(NodePluginRow.Key.class)
public class NodePluginRow implements Removable {
    /** A plugin on a node. */
    public record Key(String node, String plugin) {}

    @Id
    public String node;

    @Id
    public String plugin;

    public byte[] message;

    @Override
    public RowKey rowKey() {
        return RowKey.of("node_plugin", "node", node, "plugin", plugin);
    }
}
