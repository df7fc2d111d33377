package io.hawser.hostpath.volume;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * A CreateVolumeRequest, checked and reduced to what the decision needs.
 *
 * @param requisite the nodes that the topology requirement names; empty: no requirement
 */
public record NewVolume(
        VolumeName name,
        SizeRange size,
        List<Capability> capabilities,
        Map<String, String> parameters,
        Set<NodeId> requisite) {
    public NewVolume {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(size, "size");
        capabilities = List.copyOf(capabilities);
        parameters = Map.copyOf(parameters);
        requisite = Set.copyOf(requisite);
    }

    boolean isBlock() {
        return capabilities.getFirst().type() == AccessType.BLOCK;
    }
}
