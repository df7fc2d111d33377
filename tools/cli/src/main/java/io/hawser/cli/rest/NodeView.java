package io.hawser.cli.rest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hawser.cli.text.Since;
import io.hawser.csi.v1.NodeServiceCapability;
import io.hawser.v1.Fingerprint;
import io.hawser.v1.Node;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * A node from volume-service's view.
 *
 * @param removed its record was deleted; that does not mean fenced
 * @param heard when its agent was heard last; empty if never
 * @param conditions problems of its agent or fence: a CamelCase word, since when if known, and a sentence
 */
public record NodeView(
        Node node, boolean removed, Optional<Instant> heard, List<String> conditions, List<Fingerprint> plugins) {
    private static final String CAPABILITIES = "nodeCapabilities";

    public NodeView {
        conditions = List.copyOf(conditions);
        plugins = List.copyOf(plugins);
    }

    public static NodeView parse(JsonNode json) {
        return new NodeView(
                ProtoJson.parse(json.path("node"), Node.getDefaultInstance()),
                json.path("removed").asBoolean(),
                json.hasNonNull("heard")
                        ? Optional.of(Instant.parse(json.path("heard").asText()))
                        : Optional.empty(),
                json.path("conditions").valueStream().map(NodeView::condition).toList(),
                json.path("plugins").valueStream().map(NodeView::fingerprint).toList());
    }

    /** Whether volume-service has not heard its agent for three of the agent's own intervals. */
    public boolean silent() {
        return conditions.stream().anyMatch(condition -> condition.startsWith("AgentSilent"));
    }

    /** Whether volume-service ignores its heartbeats, because two machines send them under its name. */
    public boolean cloned() {
        return conditions.stream().anyMatch(condition -> condition.startsWith("AgentCloned"));
    }

    /** What an agent found, with names of capabilities. */
    public static ObjectNode tree(Fingerprint fingerprint) {
        ObjectNode json = ProtoJson.tree(fingerprint);
        json.put("healthy", fingerprint.getHealthy());
        Capabilities.name(json, CAPABILITIES, NodeServiceCapability.RPC.Type.getDescriptor());
        return json;
    }

    private static Fingerprint fingerprint(JsonNode json) {
        ObjectNode fingerprint = json.deepCopy();
        List<Integer> capabilities =
                Capabilities.take(fingerprint, CAPABILITIES, NodeServiceCapability.RPC.Type.getDescriptor());
        return ProtoJson.parse(fingerprint, Fingerprint.getDefaultInstance()).toBuilder()
                .addAllNodeCapabilities(capabilities)
                .build();
    }

    private static String condition(JsonNode condition) {
        return condition.path("type").asText()
                + (condition.hasNonNull("since")
                        ? ", " + Since.of(Instant.parse(condition.path("since").asText()))
                        : "")
                + ": "
                + condition.path("message").asText();
    }
}
