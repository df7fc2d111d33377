package io.hawser.volume.node.db;

import io.hawser.bus.key.NodePlugin;
import io.hawser.ledger.tx.LedgerTransaction;
import io.hawser.ledger.tx.RowLock;
import io.smallrye.mutiny.Uni;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.IdClass;
import jakarta.persistence.Table;
import java.util.Collection;
import java.util.List;

/** The last {@code hawser.v1.Fingerprint} of a plugin on a node; its lock guards the plugin's places there. */
@Entity
@Table(name = "node_plugin")
@IdClass(NodePlugin.class)
public class NodePluginRow {
    @Id
    public String node;

    @Id
    public String plugin;

    public byte[] message;

    public NodePlugin id() {
        return new NodePlugin(node, plugin);
    }

    public static Uni<List<NodePluginRow>> locked(LedgerTransaction tx, Collection<NodePlugin> ids, RowLock lock) {
        return ids.isEmpty()
                ? Uni.createFrom().item(List.of())
                : tx.select(
                        NodePluginRow.class,
                        "where (r.node, r.plugin) in (select * from unnest($1::text[], $2::text[]))"
                                + " order by r.node, r.plugin" + lock.clause(),
                        ids.stream().map(NodePlugin::node).toArray(String[]::new),
                        ids.stream().map(NodePlugin::plugin).toArray(String[]::new));
    }
}
