package io.hawser.bench.volumes;

import io.hawser.bench.machine.PluginProcess;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Makes plugins and nodes known to Hawser. */
record Introduction(Rig rig) {
    private static final Duration LOOK = Duration.ofMillis(50);

    /** @param nodes by the plugin that they have; each plugin has nodes of the same names */
    void of(List<PluginProcess> plugins, Map<PluginProcess, List<BenchNode>> nodes) {
        List<String> names = nodes.values().stream()
                .flatMap(List::stream)
                .map(BenchNode::name)
                .distinct()
                .toList();
        plugins.forEach(plugin ->
                rig.surroundings().register(plugin.name(), rig.machine().controller(plugin)));
        rig.await(
                () -> plugins.stream().allMatch(plugin -> rig.outcomes().serves(plugin.name())),
                LOOK,
                () -> "plugin-registry has not chosen an instance of every plugin");
        names.forEach(rig.surroundings()::node);
        // volume-service then knows the plugins before it knows that a node has them.
        nodes.forEach((plugin, its) -> its.forEach(node -> rig.surroundings().fingerprint(node, plugin.name())));
        rig.await(
                () -> names.stream().allMatch(name -> knownPlugins(name) == nodes.size()),
                LOOK,
                () -> "volume-service does not know every plugin of every node");
    }

    /** How many of the node's fingerprints volume-service has read. Without one, it rejects commands. */
    private long knownPlugins(String node) {
        return rig.machine()
                .volumeService()
                .nodes()
                .filter(view -> view.node().getName().equals(node))
                .mapToLong(view -> view.plugins().size())
                .sum();
    }
}
