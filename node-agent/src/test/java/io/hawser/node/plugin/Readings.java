package io.hawser.node.plugin;

import io.hawser.csi.CapabilitySet;
import io.hawser.csi.CsiEndpoint;
import io.hawser.csi.PluginIdentity;
import io.hawser.csi.PluginLook;
import io.hawser.csi.v1.NodeGetInfoResponse;
import io.hawser.csi.v1.NodeServiceCapability;
import io.hawser.csi.v1.PluginCapability;
import io.hawser.csi.v1.Topology;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What is read at the sockets of one plugin. */
public final class Readings {
    static final String PLUGIN = "plugin.example";

    private Readings() {}

    /** It says all of itself; with a message, it is not well. */
    static PluginStatus reading(String socket, String message) {
        CapabilitySet capabilities = CapabilitySet.of(
                List.of(PluginCapability.Service.Type.CONTROLLER_SERVICE_VALUE),
                List.of(),
                List.of(99, NodeServiceCapability.RPC.Type.STAGE_UNSTAGE_VOLUME_VALUE));
        return status(
                new CsiEndpoint.Unix("/p/" + socket),
                Optional.of(new PluginIdentity(PLUGIN, "1.0", Map.of(), capabilities)),
                Optional.of(NodeGetInfoResponse.newBuilder()
                        .setNodeId("csi-n1")
                        .setMaxVolumesPerNode(7)
                        .setAccessibleTopology(Topology.newBuilder().putSegments("zone", "z1"))
                        .build()),
                message);
    }

    /** @param message why the plugin is not healthy; empty if it is */
    public static PluginStatus status(
            CsiEndpoint endpoint,
            Optional<PluginIdentity> identity,
            Optional<NodeGetInfoResponse> nodeInfo,
            String message) {
        return new PluginStatus(
                endpoint, new PluginLook(identity, identity.isPresent(), nodeInfo, identity.isPresent(), message));
    }

    /** Its process serves the node, and says that the plugin has a controller. */
    static PluginStatus nodeOnly(String socket) {
        PluginStatus both = reading(socket, "");
        PluginIdentity known = both.identity().orElseThrow();
        return status(
                both.endpoint(),
                Optional.of(new PluginIdentity(
                        known.name(), known.vendorVersion(), known.manifest(), known.capabilities(), false)),
                both.nodeInfo(),
                "");
    }

    static PluginStatus ill(PluginStatus status, String message) {
        return new PluginStatus(status.endpoint(), status.look().ill(message));
    }
}
