package io.hawser.node.plugin;

import io.hawser.csi.CapabilitySet;
import io.hawser.csi.CsiEndpoint;
import io.hawser.csi.PluginIdentity;
import io.hawser.csi.v1.NodeGetInfoResponse;
import io.hawser.csi.v1.NodeServiceCapability;
import io.hawser.csi.v1.PluginCapability;
import io.hawser.csi.v1.Topology;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What is read at the sockets of one plugin. */
final class Readings {
    static final String PLUGIN = "plugin.example";

    private Readings() {}

    /** It says all of itself; with a message, it is not well. */
    static PluginStatus reading(String socket, String message) {
        CapabilitySet capabilities = CapabilitySet.of(
                List.of(PluginCapability.Service.Type.CONTROLLER_SERVICE_VALUE),
                List.of(),
                List.of(99, NodeServiceCapability.RPC.Type.STAGE_UNSTAGE_VOLUME_VALUE));
        return PluginStatus.of(
                new CsiEndpoint.Unix("/p/" + socket),
                Optional.of(new PluginIdentity(PLUGIN, "1.0", Map.of(), capabilities)),
                Optional.of(NodeGetInfoResponse.newBuilder()
                        .setNodeId("csi-n1")
                        .setMaxVolumesPerNode(7)
                        .setAccessibleTopology(Topology.newBuilder().putSegments("zone", "z1"))
                        .build()),
                message);
    }
}
