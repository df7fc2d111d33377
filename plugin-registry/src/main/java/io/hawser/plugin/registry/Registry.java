package io.hawser.plugin.registry;

import java.util.Map;
import java.util.Set;

/**
 * The part of the registered state that a batch of facts concerns.
 *
 * @param nodes known states of the nodes that the facts or the plugins' fingerprints name
 * @param silent those of these nodes whose agents have been silent for too long
 * @param commands digests of recently accepted commands, by id
 */
public record Registry(
        Map<String, Plugin> plugins, Map<String, NodeState> nodes, Set<String> silent, Map<String, String> commands) {
    public static final Registry EMPTY = new Registry(Map.of(), Map.of(), Set.of(), Map.of());

    public Registry {
        plugins = Map.copyOf(plugins);
        nodes = Map.copyOf(nodes);
        silent = Set.copyOf(silent);
        commands = Map.copyOf(commands);
    }

    public Registry with(Map<String, Plugin> plugins) {
        return new Registry(plugins, nodes, silent, commands);
    }
}
