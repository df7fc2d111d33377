package io.hawser.volume.claim;

import io.hawser.v1.Fingerprint;
import io.hawser.v1.Node;
import io.hawser.volume.id.NodeName;
import io.hawser.volume.id.PluginName;
import io.hawser.volume.id.VolumeName;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A node as a claim decision sees it; locked.
 *
 * @param node empty = unknown, or removed from the inventory
 * @param nodePlugins by plugin: its fingerprint here
 * @param used by plugin: the volumes that already have a place here
 * @param suspect why nothing new is granted here although the node is not fenced; empty = no reason
 */
public record NodeView(
        NodeName name,
        Optional<Node> node,
        Map<PluginName, Fingerprint> nodePlugins,
        Map<PluginName, Set<VolumeName>> used,
        String suspect) {
    public NodeView {
        nodePlugins = Map.copyOf(nodePlugins);
        used = Map.copyOf(used);
    }

    NodeView with(Map<PluginName, Set<VolumeName>> used) {
        return new NodeView(name, node, nodePlugins, used, suspect);
    }
}
