package io.hawser.bench.volumes;

import io.hawser.csi.v1.NodeGetInfoResponse;
import io.hawser.v1.Fingerprint;
import io.hawser.v1.Node;
import io.hawser.v1.Topology;

/**
 * A node that the bench simulates.
 *
 * @param info the plugin's answer on that node's socket
 */
record BenchNode(String name, NodeGetInfoResponse info) {

    /** The orchestrator's record of the node. */
    Node inventory() {
        return Node.newBuilder().setName(name).build();
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
