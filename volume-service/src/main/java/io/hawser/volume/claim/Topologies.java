package io.hawser.volume.claim;

import io.hawser.v1.Topology;
import java.util.List;

final class Topologies {
    private Topologies() {}

    /**
     * @return whether the volume has no topology, or at least one of its topologies has all its segments on the node
     *     (CSI, "Topology")
     */
    static boolean fits(List<Topology> accessible, Topology node) {
        return accessible.isEmpty()
                || accessible.stream().anyMatch(wanted -> wanted.getSegmentsMap().entrySet().stream()
                        .allMatch(segment ->
                                segment.getValue().equals(node.getSegmentsMap().get(segment.getKey()))));
    }
}
