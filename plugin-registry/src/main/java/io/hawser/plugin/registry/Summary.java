package io.hawser.plugin.registry;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * A plugin as others see it.
 *
 * @param identity the current instance's; else that of the newest controller that was healthy; else, if no instance
 *     offers a controller and each that may have one denies it, that of the newest of these
 * @param topologyKeys of the nodes of the inventory that have the plugin
 * @param nodeOnly no instance is registered, and on every node that has the plugin it offers no controller service; a
 *     removed node where it is not healthy is not asked
 */
public record Summary(
        Plugin plugin,
        Optional<Identity> identity,
        boolean nodeOnly,
        int controllersHealthy,
        int controllersExpected,
        int nodesHealthy,
        int nodesExpected,
        SortedSet<String> topologyKeys) {

    /**
     * @param nodes state of nodes by name; a node that is not listed is present
     * @param silent nodes whose agents are silent: their last fingerprint of the plugin does not count any more
     */
    public static Summary of(Plugin plugin, Map<String, NodeState> nodes, Set<String> silent) {
        int nodesHealthy = 0;
        int nodesExpected = 0;
        SortedSet<String> topologyKeys = new TreeSet<>();
        for (Fingerprint fingerprint : plugin.fingerprints().values()) {
            NodeState node = nodes.getOrDefault(fingerprint.node(), NodeState.PRESENT);
            boolean unhealthy = fingerprint
                    .unhealthyOn(node, silent.contains(fingerprint.node()))
                    .isPresent();
            if (node == NodeState.PRESENT) {
                topologyKeys.addAll(fingerprint.topologyKeys());
            }
            nodesExpected += node == NodeState.REMOVED ? 0 : 1;
            nodesHealthy += unhealthy ? 0 : 1;
        }
        return new Summary(
                plugin,
                identity(plugin),
                nodeOnly(plugin, nodes),
                (int) plugin.instances().stream()
                        .filter(Instance::servesController)
                        .count(),
                (int) plugin.instances().stream().filter(Instance::controller).count(),
                nodesHealthy,
                nodesExpected,
                topologyKeys);
    }

    /** Whether nothing of the plugin is visible to others any more. */
    public boolean gone() {
        return plugin.instances().isEmpty() && nodesExpected == 0;
    }

    /** A removed node where the plugin is ill may never say more. */
    private static boolean nodeOnly(Plugin plugin, Map<String, NodeState> nodes) {
        List<Fingerprint> asked = plugin.fingerprints().values().stream()
                .filter(each -> each.healthy() || nodes.get(each.node()) != NodeState.REMOVED)
                .toList();
        return plugin.instances().isEmpty()
                && !asked.isEmpty()
                && asked.stream().allMatch(Fingerprint::noController);
    }

    private static Optional<Identity> identity(Plugin plugin) {
        return plugin.current()
                .flatMap(plugin::instance)
                .flatMap(current -> current.health().lastSaid())
                .or(() -> newest(
                        plugin, each -> each.controller() && each.health().wasHealthy()))
                .or(() -> newest(plugin, Summary::denies).filter(said -> hasNoController(plugin)));
    }

    private static Optional<Identity> newest(Plugin plugin, Predicate<Instance> wanted) {
        return plugin.instances().stream()
                .filter(wanted)
                .flatMap(each -> each.health().lastSaid().stream())
                .findFirst();
    }

    /**
     * An instance that has not answered yet may be the controller. One for nodes may not; but if it offers a controller
     * service, the plugin has one.
     */
    private static boolean hasNoController(Plugin plugin) {
        return plugin.instances().stream()
                .allMatch(each -> each.declared().role().mayServeController()
                        ? denies(each)
                        : each.health().lastSaid().filter(Identity::controller).isEmpty());
    }

    private static boolean denies(Instance instance) {
        return instance.health().lastSaid().filter(Identity::deniesController).isPresent();
    }
}
