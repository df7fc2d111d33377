package io.hawser.node.plugin;

import io.hawser.csi.CsiEndpoint;
import io.hawser.csi.PluginIdentity;
import io.hawser.csi.PluginLook;
import io.hawser.csi.v1.NodeGetInfoResponse;
import io.hawser.message.Truncated;
import io.hawser.v1.Fingerprint;
import io.hawser.v1.Topology;
import java.util.Optional;

/**
 * What is known of the plugin at one socket.
 *
 * @param look the last look, filled with what earlier looks found; its trouble is cut to what fits into a fingerprint
 */
public record PluginStatus(CsiEndpoint endpoint, PluginLook look) {
    public PluginStatus {
        look = look.healthy() ? look : look.ill(Truncated.of(look.trouble()));
    }

    public boolean healthy() {
        return look.healthy();
    }

    public String message() {
        return look.trouble();
    }

    /** What the plugin said when it was last reached; empty: never reached. */
    public Optional<PluginIdentity> identity() {
        return look.identity();
    }

    /** Empty: the plugin has no node service, or has not answered yet. */
    public Optional<NodeGetInfoResponse> nodeInfo() {
        return look.nodeInfo();
    }

    /** Whether the process at this socket serves the controller, as far as it is known. */
    public boolean offersController() {
        return identity().filter(PluginIdentity::servesController).isPresent();
    }

    /** Whether the plugin is healthy and has only a controller. */
    boolean hasNoNodeService() {
        return healthy() && nodeInfo().isEmpty();
    }

    /**
     * The node's fingerprint of the plugin, without revision; empty: the plugin has no node service. What the plugin
     * has not answered yet is empty in it, and its message says why.
     */
    public Optional<Fingerprint> fingerprint(String node) {
        return identity().filter(known -> !hasNoNodeService()).map(known -> {
            Fingerprint.Builder print = Fingerprint.newBuilder()
                    .setNode(node)
                    .setPlugin(known.name())
                    .setVendorVersion(known.vendorVersion())
                    .addAllNodeCapabilities(
                            known.capabilities().node().stream().sorted().toList())
                    .setNoController(
                            look.capabilitiesRead() && !known.capabilities().hasController())
                    .setHealthy(healthy())
                    .setMessage(message());
            nodeInfo().ifPresent(info -> print.setCsiNodeId(info.getNodeId())
                    .setTopology(Topology.newBuilder()
                            .putAllSegments(info.getAccessibleTopology().getSegmentsMap()))
                    .setMaxVolumes(info.getMaxVolumesPerNode()));
            return print.build();
        });
    }
}
