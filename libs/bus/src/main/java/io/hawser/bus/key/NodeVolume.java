package io.hawser.bus.key;

import java.util.Optional;

/**
 * A volume on a node: what {@code hawser.assignments} and {@code hawser.mounts} have a record for. Neither name holds a
 * slash.
 */
public record NodeVolume(String node, String volume) {
    /** The record's key. */
    public String key() {
        return SlashKey.join(node, volume);
    }

    /** Empty where the key is of something else. */
    public static Optional<NodeVolume> parse(String key) {
        return SlashKey.split(key, NodeVolume::new);
    }
}
