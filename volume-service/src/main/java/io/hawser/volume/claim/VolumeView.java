package io.hawser.volume.claim;

import io.hawser.csi.CapabilitySet;
import io.hawser.v1.Fingerprint;
import io.hawser.v1.Topology;
import io.hawser.v1.VolumeSpec;
import io.hawser.volume.id.NodeName;
import io.hawser.volume.id.PluginName;
import io.hawser.volume.id.VolumeName;
import io.hawser.volume.lifecycle.Claim;
import io.hawser.volume.lifecycle.Publication;
import io.hawser.volume.lifecycle.Volume;
import io.hawser.volume.orphan.UnexplainedMount;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A volume as a claim decision sees it; locked.
 *
 * @param unexplained by node: what it has of the volume, from before a restore, that no assignment explains
 * @param claims all claims, including waiting ones
 * @param fenced the fenced nodes among those of its publications and unexplained mounts
 */
public record VolumeView(
        Volume volume, Map<NodeName, UnexplainedMount> unexplained, List<Claim> claims, Set<NodeName> fenced) {
    public VolumeView {
        unexplained = Map.copyOf(unexplained);
        claims = List.copyOf(claims);
        fenced = Set.copyOf(fenced);
    }

    VolumeView with(List<Claim> claims) {
        return new VolumeView(volume, unexplained, claims, fenced);
    }

    /** As if this claim were the volume's only one. */
    VolumeView heldBy(Claim claim) {
        return new VolumeView(volume.unpublished(), Map.of(), List.of(claim), Set.of());
    }

    public VolumeName name() {
        return volume.name();
    }

    public VolumeSpec spec() {
        return volume.spec();
    }

    PluginName plugin() {
        return volume.plugin();
    }

    /** By node, in any state. */
    Map<NodeName, Publication> publications() {
        return volume.publications();
    }

    /** Whether it is or will be used there with SINGLE_NODE_MULTI_WRITER, if it is shared on one node. */
    boolean multiWriterOn(NodeName node, Fingerprint nodePlugin) {
        return Optional.ofNullable(publications().get(node))
                .flatMap(there -> there.options().multiWriter())
                .orElseGet(() -> volume.provision().multiWriter()
                        && CapabilitySet.of(List.of(), List.of(), nodePlugin.getNodeCapabilitiesList())
                                .nodeSingleNodeMultiWriter());
    }

    /**
     * Whether it has no topology, or at least one of its topologies has all its segments on the node (CSI, "Topology",
     * which compares keys without regard to case).
     */
    boolean isReachableFrom(Topology node) {
        List<Topology> topology = volume.provision().info().topology();
        return topology.isEmpty()
                || topology.stream().anyMatch(wanted -> wanted.getSegmentsMap().entrySet().stream()
                        .allMatch(segment -> node.getSegmentsMap().entrySet().stream()
                                .anyMatch(here -> here.getKey().equalsIgnoreCase(segment.getKey())
                                        && here.getValue().equals(segment.getValue()))));
    }
}
