package io.hawser.plugin.registry.db;

import io.hawser.ledger.silence.db.HeardRows;
import io.hawser.ledger.tx.db.KeyedRows;
import io.hawser.ledger.tx.db.LedgerTransaction;
import io.hawser.ledger.tx.db.RowLock;
import io.hawser.plugin.registry.Fact;
import io.hawser.plugin.registry.Plugin;
import io.hawser.plugin.registry.Registry;
import io.smallrye.mutiny.Uni;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The rows that a batch of facts or an instance's answer concerns: nodes are locked first, then plugins, each ordered
 * by name. Instances and fingerprints need no lock: a transaction that changes one holds its plugin's lock. A plugin
 * depends on its nodes' states, so a transaction that changes a node locks all plugins that were found there. A node
 * that is only present has no row, so each node's name is locked too: a plugin that is being found there counts. A
 * plugin that is not known has no row either, so the names of plugins in facts are locked with those of nodes: its
 * tombstone must not follow the record of a transaction that creates it.
 */
public final class LockedRegistry {
    private final LedgerTransaction tx;
    private final Map<String, CommandRow> commands;
    private final Map<String, NodeRow> nodes;
    private final Map<String, PluginRow> plugins;
    private Map<String, InstanceRow> instances = Map.of();
    private Map<String, FingerprintRow> fingerprints = Map.of();
    private Set<String> silent = Set.of();

    private LockedRegistry(
            LedgerTransaction tx, List<CommandRow> commands, List<NodeRow> nodes, List<PluginRow> plugins) {
        this.tx = tx;
        this.commands = KeyedRows.byKey(commands, CommandRow::id);
        this.nodes = KeyedRows.byKey(nodes, NodeRow::name);
        this.plugins = KeyedRows.byKey(plugins, PluginRow::name);
    }

    /** Locks everything that applying these facts reads or writes. */
    public static Uni<LockedRegistry> lock(LedgerTransaction tx, List<Fact> facts) {
        Set<String> commandIds = new TreeSet<>();
        Set<String> nodeNames = new TreeSet<>();
        Set<String> changedNodes = new TreeSet<>();
        Set<String> pluginNames = new TreeSet<>();
        for (Fact fact : facts) {
            switch (fact) {
                case Fact.Command command -> {
                    commandIds.add(command.header().id());
                    pluginNames.add(command.plugin());
                }
                case Fact.Found found -> {
                    nodeNames.add(found.fingerprint().node());
                    pluginNames.add(found.plugin());
                }
                case Fact.NotFound(String plugin, String node) -> {
                    nodeNames.add(node);
                    pluginNames.add(plugin);
                }
                case Fact.HeardOrNot(String node) -> {
                    nodeNames.add(node);
                    changedNodes.add(node);
                }
                case Fact.NodeIs(String node, var ignored) -> {
                    nodeNames.add(node);
                    changedNodes.add(node);
                }
            }
        }
        return lockNames(tx, nodeNames, pluginNames)
                .chain(() -> KeyedRows.by(tx, CommandRow.class, "id", commandIds, RowLock.NONE))
                .chain(commands -> KeyedRows.by(tx, NodeRow.class, "name", nodeNames, RowLock.UPDATE)
                        .chain(nodes -> foundOn(tx, changedNodes)
                                .invoke(pluginNames::addAll)
                                .chain(() -> lockPlugins(tx, pluginNames))
                                .map(plugins -> new LockedRegistry(tx, commands, nodes, plugins))))
                .call(LockedRegistry::loadChildren);
    }

    /** Locks one plugin, also against its creation. */
    public static Uni<LockedRegistry> lockPluginOrName(LedgerTransaction tx, String name) {
        return lockNames(tx, Set.of(), Set.of(name)).chain(() -> lockPlugin(tx, name));
    }

    /** Locks one plugin, if it exists. */
    public static Uni<LockedRegistry> lockPlugin(LedgerTransaction tx, String name) {
        return lockPlugins(tx, Set.of(name))
                .map(plugins -> new LockedRegistry(tx, List.of(), List.of(), plugins))
                .call(LockedRegistry::loadChildren);
    }

    private static Uni<Void> lockNames(LedgerTransaction tx, Collection<String> nodes, Collection<String> plugins) {
        return nodes.isEmpty() && plugins.isEmpty()
                ? Uni.createFrom().voidItem()
                : tx.statements()
                        .select("""
                                select pg_advisory_xact_lock(number) from (
                                  select distinct hashtextextended(kind || name, 0) as number from (
                                    select 'node/', unnest($1::text[]) union all
                                    select 'plugin/', unnest($2::text[])) as names (kind, name)
                                  order by number offset 0) sorted
                                """, nodes.toArray(String[]::new), plugins.toArray(String[]::new))
                        .replaceWithVoid();
    }

    private static Uni<List<PluginRow>> lockPlugins(LedgerTransaction tx, Collection<String> names) {
        return KeyedRows.by(tx, PluginRow.class, "name", names, RowLock.UPDATE);
    }

    private static Uni<List<String>> foundOn(LedgerTransaction tx, Collection<String> nodes) {
        return KeyedRows.by(tx, FingerprintRow.class, "node", nodes, RowLock.NONE)
                .map(rows -> rows.stream().map(FingerprintRow::plugin).toList());
    }

    private Uni<Void> loadChildren() {
        return KeyedRows.by(tx, InstanceRow.class, "plugin", plugins.keySet(), RowLock.NONE)
                .invoke(rows -> instances = KeyedRows.byKey(rows, InstanceRow::id))
                .chain(() -> KeyedRows.by(tx, FingerprintRow.class, "plugin", plugins.keySet(), RowLock.NONE))
                .invoke(rows -> fingerprints = KeyedRows.byKey(rows, FingerprintRow::id))
                .chain(() -> KeyedRows.by(tx, NodeRow.class, "name", otherNodes(), RowLock.NONE))
                .invoke(rows -> rows.forEach(row -> nodes.put(row.name(), row)))
                // Not locked: as with a node's state, a transaction that changes it locks all plugins that were found
                // there.
                .chain(() -> HeardRows.silentOf(tx.statements(), foundOn()))
                .invoke(found -> silent = found)
                .replaceWithVoid();
    }

    private Set<String> foundOn() {
        Set<String> names = new TreeSet<>();
        fingerprints.values().forEach(row -> names.add(row.toDomain().node()));
        return names;
    }

    private Set<String> otherNodes() {
        Set<String> names = foundOn();
        names.removeAll(nodes.keySet());
        return names;
    }

    public Registry toDomain() {
        return new Registry(
                plugins.values().stream().collect(Collectors.toMap(PluginRow::name, this::plugin)),
                nodes.values().stream().collect(Collectors.toMap(NodeRow::name, NodeRow::state)),
                silent,
                commands.values().stream().collect(Collectors.toMap(CommandRow::id, CommandRow::digest)));
    }

    private Plugin plugin(PluginRow row) {
        return new Plugin(
                row.name(),
                instances.values().stream()
                        .filter(each -> each.plugin().equals(row.name()))
                        .map(InstanceRow::toDomain)
                        .toList(),
                fingerprints.values().stream()
                        .filter(each -> each.plugin().equals(row.name()))
                        .map(FingerprintRow::toDomain)
                        .collect(Collectors.toMap(each -> each.node(), Function.identity())),
                row.current());
    }

    /** The row of a plugin, if it has one. */
    public Optional<PluginRow> row(String plugin) {
        return Optional.ofNullable(plugins.get(plugin));
    }

    /** Names of all plugins whose state may have changed. */
    public Set<String> names() {
        return Set.copyOf(plugins.keySet());
    }

    /** Writes this state to the tables; after that {@link #row} also finds new plugins. */
    public void write(Registry after) {
        after.plugins().values().forEach(plugin -> {
            PluginRow row = plugins.computeIfAbsent(plugin.name(), name -> add(new PluginRow(name)));
            row.current(plugin.current());
        });
        Set<String> keep = new HashSet<>();
        for (Plugin plugin : after.plugins().values()) {
            plugin.instances().forEach(instance -> {
                String id = InstanceRow.id(plugin.name(), instance.name());
                keep.add(id);
                InstanceRow row = instances.get(id);
                if (row == null) {
                    tx.add(new InstanceRow(plugin.name(), instance));
                } else if (!row.toDomain().equals(instance)) {
                    row.set(instance);
                }
            });
            plugin.fingerprints().values().forEach(fingerprint -> {
                String id = FingerprintRow.id(plugin.name(), fingerprint);
                keep.add(id);
                FingerprintRow row = fingerprints.get(id);
                if (row == null) {
                    tx.add(new FingerprintRow(plugin.name(), fingerprint));
                } else {
                    row.set(fingerprint);
                }
            });
        }
        instances.forEach((id, row) -> {
            if (!keep.contains(id)) {
                tx.remove(row);
            }
        });
        fingerprints.forEach((id, row) -> {
            if (!keep.contains(id)) {
                tx.remove(row);
            }
        });
        plugins.forEach((name, row) -> {
            if (!after.plugins().containsKey(name)) {
                tx.remove(row);
            }
        });
        writeNodes(after);
        after.commands().forEach((id, digest) -> {
            if (!commands.containsKey(id)) {
                tx.add(new CommandRow(id, digest, tx.now()));
            }
        });
    }

    private void writeNodes(Registry after) {
        after.nodes().forEach((name, state) -> {
            NodeRow row = nodes.get(name);
            if (row == null) {
                tx.add(new NodeRow(name, state));
            } else {
                row.set(state);
            }
        });
        nodes.forEach((name, row) -> {
            if (!after.nodes().containsKey(name)) {
                tx.remove(row);
            }
        });
    }

    private PluginRow add(PluginRow row) {
        tx.add(row);
        return row;
    }
}
