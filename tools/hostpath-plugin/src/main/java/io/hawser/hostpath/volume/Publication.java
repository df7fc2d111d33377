package io.hawser.hostpath.volume;

import java.util.Objects;

/**
 * The publication of a volume to a node by ControllerPublishVolume.
 *
 * @param readOnly whether the node may only mount it read-only
 * @param token must come back as publish context; a later publication to the same node has another token
 */
public record Publication(NodeId node, Capability capability, boolean readOnly, String token) {
    public Publication {
        Objects.requireNonNull(node, "node");
        Objects.requireNonNull(capability, "capability");
        if (token.isEmpty()) throw new IllegalArgumentException("token: is empty");
    }

    /** Whether nothing can be written through this publication. */
    public boolean onlyReads() {
        return readOnly || capability.readOnly();
    }
}
