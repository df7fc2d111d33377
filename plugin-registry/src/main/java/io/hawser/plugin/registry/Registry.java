package io.hawser.plugin.registry;

import java.util.Map;

/**
 * The part of what is registered that a batch of facts concerns.
 *
 * @param nodes state of every node that the facts or the plugins' fingerprints name, where one is known
 * @param commands digests of the commands that were accepted lately, by id
 */
public record Registry(Map<String, Plugin> plugins, Map<String, NodeState> nodes, Map<String, String> commands) {
    public static final Registry EMPTY = new Registry(Map.of(), Map.of(), Map.of());

    public Registry {
        plugins = Map.copyOf(plugins);
        nodes = Map.copyOf(nodes);
        commands = Map.copyOf(commands);
    }
}
