package io.hawser.node.api;

import io.hawser.csi.PluginIdentity;
import io.hawser.csi.v1.NodeGetInfoResponse;
import io.hawser.csi.v1.NodeServiceCapability;
import io.hawser.node.plugin.PluginStatus;
import io.hawser.node.wiring.RunningAgent;
import io.hawser.rest.Page;
import io.hawser.rest.PageRequest;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The plugins' sockets on this node, for people. */
@Path("/v1/plugins")
@Produces(MediaType.APPLICATION_JSON)
public class PluginsResource {
    private final RunningAgent running;

    public PluginsResource(RunningAgent running) {
        this.running = running;
    }

    /**
     * One socket.
     *
     * @param plugin empty: the plugin was never reached
     * @param maxVolumes 0: no limit
     */
    public record PluginOnThisNode(
            String endpoint,
            String plugin,
            String vendorVersion,
            String csiNodeId,
            Map<String, String> topology,
            long maxVolumes,
            List<String> nodeCapabilities,
            boolean controller,
            boolean healthy,
            String message) {}

    /** Paged; see {@link PageRequest}. */
    @GET
    public Page<PluginOnThisNode> list(
            @QueryParam("limit") Optional<String> limit, @QueryParam("continue") Optional<String> token) {
        PageRequest asked = PageRequest.of("plugins", limit, token);
        TreeMap<String, PluginStatus> byEndpoint = new TreeMap<>();
        running.get().ifPresent(agent -> agent.plugins()
                .readings()
                .values()
                .forEach(reading -> byEndpoint.put(reading.endpoint().toString(), reading)));
        return asked.of(byEndpoint, PluginsResource::plugin);
    }

    private static PluginOnThisNode plugin(PluginStatus reading) {
        return new PluginOnThisNode(
                reading.endpoint().toString(),
                reading.identity().map(PluginIdentity::name).orElse(""),
                reading.identity().map(PluginIdentity::vendorVersion).orElse(""),
                reading.nodeInfo().map(NodeGetInfoResponse::getNodeId).orElse(""),
                reading.nodeInfo()
                        .map(info -> info.getAccessibleTopology().getSegmentsMap())
                        .orElse(Map.of()),
                reading.nodeInfo()
                        .map(NodeGetInfoResponse::getMaxVolumesPerNode)
                        .orElse(0L),
                reading.identity()
                        .map(known -> known.capabilities().node().stream()
                                .sorted()
                                .map(PluginsResource::capability)
                                .toList())
                        .orElse(List.of()),
                reading.offersController(),
                reading.healthy(),
                reading.message());
    }

    /** By CSI's name, or as its number if that has none here. */
    private static String capability(int number) {
        NodeServiceCapability.RPC.Type known = NodeServiceCapability.RPC.Type.forNumber(number);
        return known == null ? String.valueOf(number) : known.name();
    }
}
