package io.hawser.volume.node.db;

import io.hawser.ledger.tx.ColumnCodec;
import io.hawser.ledger.tx.db.LedgerTransaction;
import io.hawser.ledger.tx.db.RowLock;
import io.hawser.v1.Fingerprint;
import io.hawser.volume.id.Identifier;
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
import java.util.Optional;

/** The last {@code hawser.v1.Fingerprint} of a plugin on a node; its lock guards the plugin's places there. */
@Entity
@Table(name = "node_plugin")
@IdClass(NodePluginRow.Key.class)
public class NodePluginRow {
    public record Key(String node, String plugin) {}

    @Id
    public String node;

    @Id
    public String plugin;

    public byte[] message;

    public NodePlugin id() {
        return new NodePlugin(new NodeName(node), new PluginName(plugin));
    }

    public Fingerprint fingerprint() {
        return ColumnCodec.read(Fingerprint.parser(), message);
    }

    public static Uni<List<NodePluginRow>> on(LedgerTransaction tx, NodeName node) {
        return tx.select(NodePluginRow.class, "where r.node = $1 order by r.plugin", node.value());
    }

    public static Uni<List<NodePlugin>> idsOn(LedgerTransaction tx, Collection<NodeName> nodes) {
        return nodes.isEmpty()
                ? Uni.createFrom().item(List.of())
                : tx.statements()
                        .select("select node, plugin from node_plugin where node = any($1)", (Object)
                                Identifier.array(nodes))
                        .map(rows -> rows.stream()
                                .map(row ->
                                        new NodePlugin(new NodeName((String) row[0]), new PluginName((String) row[1])))
                                .toList());
    }

    /** The plugin on all nodes. */
    public static Uni<List<NodePluginRow>> of(LedgerTransaction tx, PluginName plugin) {
        return tx.select(NodePluginRow.class, "where r.plugin = $1 order by r.node", plugin.value());
    }

    /** The plugin on the next nodes after that one, in the order of {@link #of}; empty = on the first ones. */
    public static Uni<List<NodePluginRow>> page(
            LedgerTransaction tx, PluginName plugin, Optional<NodeName> after, int most) {
        return tx.select(
                NodePluginRow.class,
                "where r.plugin = $1 and r.node > $2 order by r.node limit $3",
                plugin.value(),
                after.map(NodeName::value).orElse(""),
                most);
    }

    public static Uni<List<NodePluginRow>> locked(LedgerTransaction tx, Collection<NodePlugin> ids, RowLock lock) {
        return ids.isEmpty()
                ? Uni.createFrom().item(List.of())
                : tx.select(
                        NodePluginRow.class,
                        "where (r.node, r.plugin) in (select * from unnest($1::text[], $2::text[]))"
                                + " order by r.node, r.plugin" + lock.clause(),
                        ids.stream().map(id -> id.node().value()).toArray(String[]::new),
                        ids.stream().map(id -> id.plugin().value()).toArray(String[]::new));
    }
}
