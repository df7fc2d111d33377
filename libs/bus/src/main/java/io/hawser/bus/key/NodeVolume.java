package io.hawser.bus.key;

import java.util.Optional;

/**
 * A volume on a node: the entity of a record on {@code hawser.assignments} and {@code hawser.mounts}. Neither name has
 * a slash.
 */
public record NodeVolume(String node, String volume) {
    public String key() {
        return SlashKey.join(node, volume);
    }

    /** Empty if the key belongs to something else. */
    public static Optional<NodeVolume> parse(String key) {
        return SlashKey.split(key, NodeVolume::new);
    }
}
