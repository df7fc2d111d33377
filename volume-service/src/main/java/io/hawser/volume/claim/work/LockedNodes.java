package io.hawser.volume.claim.work;

import io.hawser.ledger.tx.ColumnCodec;
import io.hawser.ledger.tx.db.LedgerTransaction;
import io.hawser.ledger.tx.db.RowLock;
import io.hawser.v1.Fingerprint;
import io.hawser.v1.Node;
import io.hawser.v1.NodeAvailability;
import io.hawser.volume.claim.NodeView;
import io.hawser.volume.fence.db.Fences;
import io.hawser.volume.id.NodeName;
import io.hawser.volume.id.NodePlugin;
import io.hawser.volume.id.PluginName;
import io.hawser.volume.id.VolumeName;
import io.hawser.volume.node.db.NodePluginRow;
import io.hawser.volume.node.db.NodeRow;
import io.smallrye.mutiny.Uni;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * The locked nodes of a batch, their plugins, and the volumes with places there. {@link LimitedPlaces} says how the
 * plugins are locked.
 */
final class LockedNodes {
    private final LimitedPlaces limits;
    private final Map<NodeName, NodeRow> nodes = new HashMap<>();
    private final Map<NodeName, Node> records = new HashMap<>();
    private final Map<NodePlugin, Fingerprint> fingerprints = new HashMap<>();
    private final Map<NodeName, Map<PluginName, Set<VolumeName>>> used = new HashMap<>();
    private RowLock lock = RowLock.SHARE;

    LockedNodes(LimitedPlaces limits) {
        this.limits = limits;
    }

    Uni<?> lockNodes(LedgerTransaction tx, Collection<NodeName> names) {
        return NodeRow.locked(tx, names, RowLock.SHARE)
                .invoke(found -> found.forEach(row -> {
                    nodes.put(row.id(), row);
                    records.put(row.id(), ColumnCodec.read(Node.parser(), row.message));
                }));
    }

    Uni<?> lockPlugins(LedgerTransaction tx, Collection<NodePlugin> places) {
        lock = limits.lockOf(places);
        return NodePluginRow.locked(tx, places, lock)
                .invoke(found -> found.forEach(row -> fingerprints.put(row.id(), row.fingerprint())));
    }

    /**
     * Only the users of limited places are read: a node may have very many volumes of a plugin without a limit. A place
     * is not used by an attachment that is only guessed ({@code Publication.isGuessed}), on each node at the same time.
     */
    Uni<Void> loadUsed(LedgerTransaction tx) {
        List<NodePlugin> limited = fingerprints.entrySet().stream()
                .filter(entry -> LimitedPlaces.isLimited(entry.getValue()))
                .map(Map.Entry::getKey)
                .toList();
        if (limited.isEmpty()) {
            return Uni.createFrom().voidItem();
        }
        return tx.statements()
                .select(
                        """
                        select place.node, place.plugin, v.name
                        from unnest($1::text[], $2::text[]) as place (node, plugin)
                        cross join lateral (select volume from publication where node = place.node
                                              and (state <> 'PENDING_UNPUBLISH' or generation > 0
                                                   or mount_flags is not null or attempted)
                                            union select volume from claim where node = place.node) held
                        join volume v on v.name = held.volume and v.plugin = place.plugin
                        """,
                        limited.stream().map(id -> id.node().value()).toArray(String[]::new),
                        limited.stream().map(id -> id.plugin().value()).toArray(String[]::new))
                .invoke(found -> found.forEach(row ->
                        use(new NodeName((String) row[0]), new PluginName((String) row[1]), new VolumeName((String)
                                row[2]))))
                .replaceWithVoid();
    }

    /** The volume has a place from now on. */
    void use(NodeName node, PluginName plugin, VolumeName volume) {
        used.computeIfAbsent(node, n -> new HashMap<>())
                .computeIfAbsent(plugin, p -> new TreeSet<>())
                .add(volume);
    }

    /** Whether the places that tasks of this batch may want are locked strongly enough; else nothing may be decided. */
    boolean isGuarded() {
        return limits.suffices(lock, fingerprints);
    }

    boolean isFenced(NodeName name) {
        return Optional.ofNullable(nodes.get(name)).filter(Fences::counts).isPresent();
    }

    boolean isDrained(NodeName name) {
        return Optional.ofNullable(records.get(name))
                .map(Node::getAvailability)
                .filter(NodeAvailability.NODE_AVAILABILITY_DRAIN::equals)
                .isPresent();
    }

    NodeView view(NodeName name) {
        Optional<NodeRow> row = Optional.ofNullable(nodes.get(name));
        Map<PluginName, Fingerprint> byPlugin = new HashMap<>();
        fingerprints.forEach((id, fingerprint) -> {
            if (id.node().equals(name)) {
                byPlugin.put(id.plugin(), fingerprint);
            }
        });
        return new NodeView(
                name,
                row.filter(present -> !present.removed).flatMap(present -> Optional.ofNullable(records.get(name))),
                byPlugin,
                used.getOrDefault(name, Map.of()),
                row.map(present -> present.suspectMessage).orElse(""));
    }
}
