package io.hawser.volume.claim;

import io.hawser.v1.Topology;
import java.util.List;
import java.util.Map;

final class Topologies {
    private Topologies() {}

    /**
     * @return whether the volume has no topology, or at least one of its topologies has all its segments on the node
     *     (CSI, "Topology", which compares keys without regard to case)
     */
    static boolean fits(List<Topology> accessible, Topology node) {
        return accessible.isEmpty()
                || accessible.stream().anyMatch(wanted -> wanted.getSegmentsMap().entrySet().stream()
                        .allMatch(segment -> has(node, segment)));
    }

    private static boolean has(Topology node, Map.Entry<String, String> segment) {
        return node.getSegmentsMap().entrySet().stream()
                .anyMatch(here -> here.getKey().equalsIgnoreCase(segment.getKey())
                        && here.getValue().equals(segment.getValue()));
    }
}
