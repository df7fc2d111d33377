package io.hawser.plugin.registry;

import java.util.Objects;

/**
 * What a node's agent says of a plugin there.
 *
 * @param why not healthy; empty where it is
 */
public record Fingerprint(String node, boolean healthy, String why) {
    public Fingerprint {
        Objects.requireNonNull(node, "node");
        Objects.requireNonNull(why, "why");
    }
}
