package io.hawser.plugin.registry;

import java.util.Objects;

/**
 * What a node's agent reports of a plugin on that node.
 *
 * @param message why the plugin is not healthy; empty if it is
 * @param noController the plugin was asked there and offers no controller service
 */
public record Fingerprint(String node, boolean healthy, String message, boolean noController) {
    public Fingerprint {
        Objects.requireNonNull(node, "node");
        Objects.requireNonNull(message, "message");
    }
}
