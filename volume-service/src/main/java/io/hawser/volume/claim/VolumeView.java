package io.hawser.volume.claim;

import io.hawser.v1.Topology;
import io.hawser.v1.VolumeSpec;
import io.hawser.volume.id.NodeName;
import io.hawser.volume.id.PluginName;
import io.hawser.volume.id.VolumeName;
import io.hawser.volume.lifecycle.Claim;
import io.hawser.volume.lifecycle.Publication;
import io.hawser.volume.orphan.UnexplainedMount;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A volume as a claim decision sees it; locked.
 *
 * @param publications by node, in any state
 * @param unexplained by node: what it has of the volume, from before a restore, that no assignment explains
 * @param claims all claims, including waiting ones
 * @param fenced the fenced nodes among those of its publications and unexplained mounts
 */
public record VolumeView(
        VolumeName name,
        VolumeSpec spec,
        boolean created,
        boolean removal,
        List<Topology> topology,
        Map<NodeName, Publication> publications,
        Map<NodeName, UnexplainedMount> unexplained,
        List<Claim> claims,
        Set<NodeName> fenced) {
    public VolumeView {
        topology = List.copyOf(topology);
        publications = Map.copyOf(publications);
        unexplained = Map.copyOf(unexplained);
        claims = List.copyOf(claims);
        fenced = Set.copyOf(fenced);
    }

    VolumeView with(List<Claim> claims) {
        return new VolumeView(name, spec, created, removal, topology, publications, unexplained, claims, fenced);
    }

    /** As if this claim were the volume's only one. */
    VolumeView heldBy(Claim claim) {
        return new VolumeView(name, spec, created, removal, topology, Map.of(), Map.of(), List.of(claim), Set.of());
    }

    PluginName plugin() {
        return new PluginName(spec.getPlugin());
    }

    /**
     * Whether it has no topology, or at least one of its topologies has all its segments on the node (CSI, "Topology",
     * which compares keys without regard to case).
     */
    boolean isReachableFrom(Topology node) {
        return topology.isEmpty()
                || topology.stream().anyMatch(wanted -> wanted.getSegmentsMap().entrySet().stream()
                        .allMatch(segment -> node.getSegmentsMap().entrySet().stream()
                                .anyMatch(here -> here.getKey().equalsIgnoreCase(segment.getKey())
                                        && here.getValue().equals(segment.getValue()))));
    }
}
