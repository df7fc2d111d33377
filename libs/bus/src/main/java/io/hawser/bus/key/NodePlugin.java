package io.hawser.bus.key;

import java.util.Comparator;
import java.util.Optional;

/** A plugin on a node: the entity of a record on {@code hawser.fingerprints}. Neither name has a slash. */
public record NodePlugin(String node, String plugin) implements Comparable<NodePlugin> {
    private static final Comparator<NodePlugin> ORDER =
            Comparator.comparing(NodePlugin::node).thenComparing(NodePlugin::plugin);

    public String key() {
        return SlashKey.join(node, plugin);
    }

    /** Empty if the key belongs to something else, such as a node. */
    public static Optional<NodePlugin> parse(String key) {
        return SlashKey.split(key, NodePlugin::new);
    }

    @Override
    public int compareTo(NodePlugin other) {
        return ORDER.compare(this, other);
    }
}
