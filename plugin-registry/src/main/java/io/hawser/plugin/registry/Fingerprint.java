package io.hawser.plugin.registry;

import java.util.Objects;

/**
 * What a node's agent says of a plugin there.
 *
 * @param why not healthy; empty where it is
 * @param noController it was asked there and offers no controller service
 */
public record Fingerprint(String node, boolean healthy, String why, boolean noController) {
    public Fingerprint {
        Objects.requireNonNull(node, "node");
        Objects.requireNonNull(why, "why");
    }
}
