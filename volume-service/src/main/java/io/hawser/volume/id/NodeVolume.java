package io.hawser.volume.id;

import java.util.Optional;

/** A volume on a node. */
public record NodeVolume(NodeName node, VolumeName volume) {
    /** The key of its records on {@code hawser.assignments} and {@code hawser.mounts}. */
    public String key() {
        return new io.hawser.bus.key.NodeVolume(node.value(), volume.value()).key();
    }

    /** Empty if the key belongs to something else. */
    public static Optional<NodeVolume> parse(String key) {
        return io.hawser.bus.key.NodeVolume.parse(key)
                .map(names -> new NodeVolume(new NodeName(names.node()), new VolumeName(names.volume())));
    }
}
