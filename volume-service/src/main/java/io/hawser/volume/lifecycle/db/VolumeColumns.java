package io.hawser.volume.lifecycle.db;

import io.hawser.ledger.tx.ColumnCodec;
import io.hawser.v1.Assignment;
import io.hawser.v1.Topology;
import io.hawser.v1.TopologyRequirement;
import java.util.List;
import java.util.Map;

/** A volume's maps and topologies as protobuf messages in columns. */
final class VolumeColumns {
    private VolumeColumns() {}

    static byte[] map(Map<String, String> map) {
        return Assignment.newBuilder().putAllVolumeContext(map).build().toByteArray();
    }

    static Map<String, String> map(byte[] column) {
        return ColumnCodec.read(Assignment.parser(), column).getVolumeContextMap();
    }

    static byte[] topology(List<Topology> topology) {
        return TopologyRequirement.newBuilder()
                .addAllRequisite(topology)
                .build()
                .toByteArray();
    }

    static List<Topology> topology(byte[] column) {
        return ColumnCodec.read(TopologyRequirement.parser(), column).getRequisiteList();
    }
}
