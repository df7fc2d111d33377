package io.hawser.bench.volumes;

import io.hawser.bench.machine.PluginProcess;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Makes plugins and nodes known to Hawser. */
record Introduction(Setup setup) {
    private static final Duration LOOK = Duration.ofMillis(50);

    /** @param nodes by the plugin that they have; each plugin has nodes of the same names */
    void of(List<PluginProcess> plugins, Map<PluginProcess, List<BenchNode>> nodes) {
        List<String> names = nodes.values().stream()
                .flatMap(List::stream)
                .map(BenchNode::name)
                .distinct()
                .toList();
        plugins.forEach(plugin ->
                setup.environment().register(plugin.name(), setup.machine().controller(plugin)));
        setup.await(
                () -> plugins.stream().allMatch(plugin -> setup.outcomes().serves(plugin.name())),
                LOOK,
                () -> "plugin-registry has not chosen an instance of every plugin");
        names.forEach(setup.environment()::node);
        // volume-service then knows the plugins before it knows that a node has them.
        nodes.forEach((plugin, its) -> its.forEach(node -> setup.environment().fingerprint(node, plugin.name())));
        setup.await(
                () -> names.stream().allMatch(name -> knownPlugins(name) == nodes.size()),
                LOOK,
                () -> "volume-service does not know every plugin of every node");
    }

    /** How many of the node's fingerprints volume-service has read. Without one, it rejects commands. */
    private long knownPlugins(String node) {
        return setup.machine()
                .volumeService()
                .nodes()
                .filter(view -> view.node().getName().equals(node))
                .mapToLong(view -> view.plugins().size())
                .sum();
    }
}
