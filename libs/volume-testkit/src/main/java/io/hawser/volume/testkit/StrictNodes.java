package io.hawser.volume.testkit;

import io.hawser.csi.ConnectionOptions;
import io.hawser.csi.CsiClient;
import io.hawser.csi.CsiConnection;
import io.hawser.csi.CsiEndpoint;
import io.hawser.csi.CsiRpc;
import io.hawser.csi.CsiService;
import io.hawser.csi.RpcOutcome;
import io.hawser.csi.v1.NodeGetInfoRequest;
import io.hawser.csi.v1.NodeGetInfoResponse;
import io.hawser.strict.StrictPlugin;
import io.hawser.v1.Fingerprint;
import io.hawser.v1.Plugin;
import io.hawser.v1.Topology;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.List;

/** What a node's agent and plugin-registry would say of the strict plugin. */
public final class StrictNodes {
    /** The first client of a JVM takes its time on a slow machine. */
    private static final Duration LONG = Duration.ofSeconds(60);

    private StrictNodes() {}

    /** A healthy plugin whose capabilities are known: it creates, deletes, attaches and detaches. */
    public static Plugin plugin(StrictPlugin strict, String plugin, long revision) {
        return Plugin.newBuilder()
                .setName(plugin)
                .setCurrent("c")
                .setEndpoint(strict.controllerEndpoint())
                .addPluginCapabilities(1)
                .addAllControllerCapabilities(List.of(1, 2))
                .setCapabilitiesKnown(true)
                .setRevision(revision)
                .build();
    }

    public static Fingerprint fingerprint(StrictPlugin strict, String plugin, String node, long revision) {
        try (CsiClient client = CsiClient.create(new SimpleMeterRegistry());
                CsiConnection connection = client.connect(
                        CsiEndpoint.parse(strict.nodeEndpoint(node)),
                        ConnectionOptions.reading(CsiService.NODE).withIdentityDeadline(LONG))) {
            var answer = connection
                    .call(CsiRpc.NODE_GET_INFO, NodeGetInfoRequest.getDefaultInstance(), LONG)
                    .await()
                    .atMost(Duration.ofSeconds(90));
            NodeGetInfoResponse info = ((RpcOutcome.Done<NodeGetInfoResponse>) answer).response();
            return Fingerprint.newBuilder()
                    .setNode(node)
                    .setPlugin(plugin)
                    .setCsiNodeId(info.getNodeId())
                    .setTopology(Topology.newBuilder()
                            .putAllSegments(info.getAccessibleTopology().getSegmentsMap()))
                    .setHealthy(true)
                    .setRevision(revision)
                    .build();
        }
    }
}
