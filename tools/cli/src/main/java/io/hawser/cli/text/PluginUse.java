package io.hawser.cli.text;

import io.hawser.cli.rest.NodeView;
import io.hawser.v1.Fingerprint;
import io.hawser.v1.Volume;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Who uses a plugin, and what is known beside its record.
 *
 * @param usedBy a phrase
 * @param fingerprints of the plugin, by node
 * @param lastProbes when each instance was asked last, by its name
 * @param unhealthyNodes since when a node's fingerprint is unhealthy, by node
 */
public record PluginUse(
        String usedBy,
        Map<String, Fingerprint> fingerprints,
        Map<String, Instant> lastProbes,
        Map<String, Instant> unhealthyNodes) {

    /**
     * @param volumes of this plugin
     * @param nodes all
     */
    public static PluginUse of(
            String plugin,
            Stream<Volume> volumes,
            Stream<NodeView> nodes,
            Map<String, Instant> lastProbes,
            Map<String, Instant> unhealthyNodes) {
        Set<String> users = new HashSet<>();
        List<String> used = new ArrayList<>();
        volumes.forEach(volume -> {
            used.add(volume.getName());
            volume.getNodesList().forEach(on -> users.add(on.getNode()));
        });
        Map<String, Fingerprint> fingerprints = new TreeMap<>();
        nodes.forEach(node -> node.plugins().stream()
                .filter(print -> print.getPlugin().equals(plugin))
                .forEach(print -> fingerprints.put(node.node().getName(), print)));
        return new PluginUse(
                used.size() + " volumes, on " + users.size() + " nodes", fingerprints, lastProbes, unhealthyNodes);
    }

    /** Of a plugin whose volumes cannot be read. */
    public static PluginUse unknown(String why, Map<String, Instant> lastProbes, Map<String, Instant> unhealthyNodes) {
        return new PluginUse("not known: " + why, Map.of(), lastProbes, unhealthyNodes);
    }
}
