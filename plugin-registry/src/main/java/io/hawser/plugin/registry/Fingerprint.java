package io.hawser.plugin.registry;

import java.util.Objects;

/**
 * What a node's agent says of a plugin there.
 *
 * @param message why it is not healthy; empty where it is
 * @param noController it was asked there and offers no controller service
 */
public record Fingerprint(String node, boolean healthy, String message, boolean noController) {
    public Fingerprint {
        Objects.requireNonNull(node, "node");
        Objects.requireNonNull(message, "message");
    }
}
