package io.hawser.volume.id;

import java.util.Comparator;
import java.util.Optional;

/** A plugin on a node. */
public record NodePlugin(NodeName node, PluginName plugin) implements Comparable<NodePlugin> {
    private static final Comparator<NodePlugin> ORDER =
            Comparator.comparing(NodePlugin::node).thenComparing(NodePlugin::plugin);

    /** The key of its record on {@code hawser.fingerprints}. */
    public String key() {
        return new io.hawser.bus.key.NodePlugin(node.value(), plugin.value()).key();
    }

    /** Empty if the key belongs to something else, such as a node. */
    public static Optional<NodePlugin> parse(String key) {
        return io.hawser.bus.key.NodePlugin.parse(key)
                .map(names -> new NodePlugin(new NodeName(names.node()), new PluginName(names.plugin())));
    }

    @Override
    public int compareTo(NodePlugin other) {
        return ORDER.compare(this, other);
    }
}
