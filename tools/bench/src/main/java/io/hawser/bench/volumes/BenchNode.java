package io.hawser.bench.volumes;

import io.hawser.bench.machine.BenchMachine;
import io.hawser.bench.machine.PluginProcess;
import io.hawser.csi.ConnectionOptions;
import io.hawser.csi.CsiClient;
import io.hawser.csi.CsiConnection;
import io.hawser.csi.CsiRpc;
import io.hawser.csi.CsiService;
import io.hawser.csi.v1.NodeGetInfoRequest;
import io.hawser.csi.v1.NodeGetInfoResponse;
import io.hawser.v1.Fingerprint;
import io.hawser.v1.Topology;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A node that the bench simulates.
 *
 * @param info the plugin's answer on that node's socket
 */
record BenchNode(String name, NodeGetInfoResponse info) {
    private static final Duration READ_WITHIN = Duration.ofMinutes(1);

    /** All nodes that the plugin serves, named unlike those that really have an agent. */
    static List<BenchNode> all(CsiClient csi, BenchMachine machine, PluginProcess plugin) {
        return IntStream.rangeClosed(1, plugin.nodes())
                .mapToObj(i -> {
                    try (CsiConnection connection = csi.connect(
                            machine.node(plugin, "node-" + i), ConnectionOptions.reading(CsiService.NODE))) {
                        return new BenchNode(
                                "bench-" + i,
                                Calls.done(
                                        connection,
                                        CsiRpc.NODE_GET_INFO,
                                        NodeGetInfoRequest.getDefaultInstance(),
                                        READ_WITHIN));
                    }
                })
                .toList();
    }

    /** The agent's record of the plugin. */
    Fingerprint fingerprint(String plugin, long revision) {
        return Fingerprint.newBuilder()
                .setNode(name)
                .setPlugin(plugin)
                .setCsiNodeId(info.getNodeId())
                .setTopology(Topology.newBuilder()
                        .putAllSegments(info.getAccessibleTopology().getSegmentsMap()))
                .setMaxVolumes(info.getMaxVolumesPerNode())
                .setHealthy(true)
                .setRevision(revision)
                .build();
    }
}
