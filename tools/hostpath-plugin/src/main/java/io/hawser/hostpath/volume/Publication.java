package io.hawser.hostpath.volume;

import java.util.Objects;

/**
 * The volume is published to a node by ControllerPublishVolume.
 *
 * @param readOnly the node may mount it read-only and in no other way
 * @param token what the node must be shown again as publish context; a later publication to the same node has another
 */
public record Publication(NodeId node, Capability capability, boolean readOnly, String token) {
    public Publication {
        Objects.requireNonNull(node, "node");
        Objects.requireNonNull(capability, "capability");
        if (token.isEmpty()) throw new IllegalArgumentException("token: is empty");
    }

    /** Through this publication nothing can be written. */
    public boolean onlyReads() {
        return readOnly || capability.readOnly();
    }
}
