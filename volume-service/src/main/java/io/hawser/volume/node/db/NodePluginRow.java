package io.hawser.volume.node.db;

import io.hawser.ledger.tx.KeyedRows;
import io.hawser.ledger.tx.Removable;
import io.hawser.ledger.tx.RowKey;
import io.hawser.volume.id.NodeName;
import io.hawser.volume.id.NodePlugin;
import io.hawser.volume.id.PluginName;
import io.smallrye.mutiny.Uni;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.IdClass;
import jakarta.persistence.Table;
import java.util.Collection;
import java.util.List;
import org.hibernate.LockMode;
import org.hibernate.reactive.mutiny.Mutiny;

/** The last {@code hawser.v1.Fingerprint} of a plugin on a node; its lock guards the plugin's places there. */
@Entity
@Table(name = "node_plugin")
@IdClass(NodePluginRow.Key.class)
public class NodePluginRow implements Removable {
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

    public NodePlugin id() {
        return new NodePlugin(new NodeName(node), new PluginName(plugin));
    }

    public static Uni<List<NodePluginRow>> locked(Mutiny.Session session, Collection<NodePlugin> ids, LockMode lock) {
        return KeyedRows.of(
                session,
                NodePluginRow.class,
                "from NodePluginRow r where concat(r.node, '/', r.plugin) in :keys order by r.node, r.plugin",
                ids.stream().map(NodePlugin::key).toList(),
                lock);
    }
}
