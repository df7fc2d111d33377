package io.hawser.node.plugin;

import io.hawser.bus.envelope.Truncated;
import io.hawser.csi.CsiEndpoint;
import io.hawser.csi.PluginIdentity;
import io.hawser.csi.v1.NodeGetInfoResponse;
import io.hawser.v1.Fingerprint;
import io.hawser.v1.Topology;
import java.util.Objects;
import java.util.Optional;

/**
 * The result of one look at one socket.
 *
 * @param identity what the plugin said when it was last reached; empty: never reached
 * @param nodeInfo empty: the plugin has no node service, or has not answered yet
 * @param message why the plugin is not healthy; a message of the plugin's is cut to what fits into a fingerprint; empty
 *     when healthy
 */
public record PluginStatus(
        CsiEndpoint endpoint,
        Optional<PluginIdentity> identity,
        Optional<NodeGetInfoResponse> nodeInfo,
        String message) {
    public PluginStatus {
        Objects.requireNonNull(endpoint, "endpoint");
        Objects.requireNonNull(identity, "identity");
        Objects.requireNonNull(nodeInfo, "nodeInfo");
        message = Truncated.of(message);
    }

    public boolean healthy() {
        return message.isEmpty();
    }

    public boolean offersController() {
        return identity.filter(known -> known.capabilities().hasController()).isPresent();
    }

    PluginStatus ill(String reason) {
        return new PluginStatus(endpoint, identity, nodeInfo, reason);
    }

    /** The node's fingerprint of the plugin, without revision; empty: the node could not use such a plugin. */
    public Optional<Fingerprint> fingerprint(String node) {
        return identity.flatMap(known -> nodeInfo.map(info -> Fingerprint.newBuilder()
                .setNode(node)
                .setPlugin(known.name())
                .setCsiNodeId(info.getNodeId())
                .setTopology(Topology.newBuilder()
                        .putAllSegments(info.getAccessibleTopology().getSegmentsMap()))
                .setMaxVolumes(info.getMaxVolumesPerNode())
                .setVendorVersion(known.vendorVersion())
                .addAllNodeCapabilities(
                        known.capabilities().node().stream().sorted().toList())
                .setNoController(!known.capabilities().hasController())
                .setHealthy(healthy())
                .setMessage(message)
                .build()));
    }
}
