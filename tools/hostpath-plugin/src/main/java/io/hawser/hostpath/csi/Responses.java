package io.hawser.hostpath.csi;

import io.hawser.csi.v1.Topology;
import io.hawser.csi.v1.Volume;
import io.hawser.hostpath.volume.NodeId;
import io.hawser.hostpath.volume.Publication;
import java.util.Map;

/** Converts the plugin's own types to CSI messages. */
final class Responses {
    /** The one key of the publish context. */
    static final String PUBLICATION = "publication";

    private Responses() {}

    /** By CSI, a volume without accessible_topology is equally accessible from everywhere. */
    static Volume volume(io.hawser.hostpath.volume.Volume volume, String topologyKey) {
        return Volume.newBuilder()
                .setVolumeId(volume.id().text())
                .setCapacityBytes(volume.capacityBytes())
                .putAllVolumeContext(volumeContext(volume))
                .addAllAccessibleTopology(volume.accessibleFrom().stream()
                        .map(node -> topology(node, topologyKey))
                        .toList())
                .build();
    }

    /** The path of the data in the state folder, for people. */
    static Map<String, String> volumeContext(io.hawser.hostpath.volume.Volume volume) {
        return Map.of("directory", "data/" + volume.id().text());
    }

    static Map<String, String> publishContext(Publication publication) {
        return Map.of(PUBLICATION, publication.token());
    }

    static Topology topology(NodeId node, String topologyKey) {
        return Topology.newBuilder().putSegments(topologyKey, node.text()).build();
    }
}
