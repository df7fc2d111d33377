package io.hawser.cli.text;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hawser.cli.rest.NodeView;
import io.hawser.cli.rest.PluginRegistryClient;
import io.hawser.cli.rest.PluginRegistryClient.OnNode;
import io.hawser.v1.Fingerprint;
import io.hawser.v1.Plugin;
import io.hawser.v1.Volume;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The volumes and nodes that use a plugin, and what is known beside its record.
 *
 * @param users the volumes and nodes that use it
 * @param unknown why the users are not known; empty if they are
 * @param fingerprints of the plugin, by node
 * @param lastProbes when each instance was asked last, by its name
 * @param unhealthyNodes since when the plugin is unhealthy on a node, by node
 */
public record PluginUse(
        Users users,
        String unknown,
        Map<String, Fingerprint> fingerprints,
        Map<String, Instant> lastProbes,
        Map<String, Instant> unhealthyNodes) {

    /** More names on one line help nobody. */
    private static final int NAMED = 10;

    /**
     * The volumes and nodes that use a plugin.
     *
     * @param volumes all names
     * @param nodes how many have any of these volumes
     */
    public record Users(List<String> volumes, int nodes) {
        public Users {
            volumes = List.copyOf(volumes);
        }

        private String phrase() {
            int more = volumes.size() - NAMED;
            return volumes.size() + " volumes, on " + nodes + " nodes"
                    + (volumes.isEmpty() ? "" : ": ")
                    + volumes.stream().limit(NAMED).collect(Collectors.joining(", "))
                    + (more > 0 ? " and " + more + " more" : "");
        }
    }

    /**
     * @param volumes of this plugin
     * @param nodesOf all nodes of a volume by its name, because its record names only some of many
     * @param nodes all
     * @param counted how the plugin counts on each node, which may be less than its agent found last
     */
    public static PluginUse of(
            String plugin,
            Stream<Volume> volumes,
            Function<String, Stream<String>> nodesOf,
            Stream<NodeView> nodes,
            Map<String, Instant> lastProbes,
            Map<String, OnNode> counted) {
        Set<String> users = new HashSet<>();
        List<String> used = new ArrayList<>();
        for (Volume volume : (Iterable<Volume>) volumes::iterator) {
            used.add(volume.getName());
            volume.getNodesList().forEach(on -> users.add(on.getNode()));
            if (volume.getMoreNodes() > 0) {
                nodesOf.apply(volume.getName()).forEach(users::add);
            }
        }
        Map<String, Fingerprint> fingerprints = new TreeMap<>();
        nodes.forEach(node -> node.plugins().stream()
                .filter(print -> print.getPlugin().equals(plugin))
                .forEach(print -> fingerprints.put(
                        node.node().getName(),
                        counts(
                                print,
                                Optional.ofNullable(counted.get(node.node().getName()))))));
        return new PluginUse(new Users(used, users.size()), "", fingerprints, lastProbes, since(counted));
    }

    /** The use of a plugin whose volumes cannot be read. */
    public static PluginUse unknown(String why, Map<String, Instant> lastProbes, Map<String, OnNode> counted) {
        return new PluginUse(new Users(List.of(), 0), why, Map.of(), lastProbes, since(counted));
    }

    private static Fingerprint counts(Fingerprint found, Optional<OnNode> counted) {
        return counted.map(on -> found.toBuilder()
                        .setHealthy(on.healthy())
                        .setMessage(on.message())
                        .build())
                .orElse(found);
    }

    private static Map<String, Instant> since(Map<String, OnNode> counted) {
        Map<String, Instant> since = new TreeMap<>();
        counted.forEach((node, on) -> on.since().ifPresent(at -> since.put(node, at)));
        return since;
    }

    String usedBy() {
        return unknown.isEmpty() ? users.phrase() : "not known: " + unknown;
    }

    /** The record with all that {@link PluginText#status} shows beside it. */
    public ObjectNode json(Plugin plugin) {
        ObjectNode json = PluginRegistryClient.tree(plugin);
        ObjectNode usedBy = json.putObject("usedBy");
        if (unknown.isEmpty()) {
            usedBy.put("volumes", users.volumes().size()).put("nodes", users.nodes());
            ArrayNode names = usedBy.putArray("volumeNames");
            users.volumes().forEach(names::add);
        } else {
            usedBy.put("unknown", unknown);
        }
        json.path("instances").forEach(instance -> {
            ObjectNode one = (ObjectNode) instance;
            one.put("healthy", one.path("healthy").asBoolean());
            Optional.ofNullable(lastProbes.get(one.path("name").asText()))
                    .ifPresent(at -> one.put("lastProbe", at.toString()));
        });
        ArrayNode nodes = json.putArray("nodes");
        fingerprints.forEach((node, print) -> {
            ObjectNode one = NodeView.tree(print);
            Optional.ofNullable(unhealthyNodes.get(node)).ifPresent(at -> one.put("unhealthySince", at.toString()));
            nodes.add(one);
        });
        return json;
    }
}
