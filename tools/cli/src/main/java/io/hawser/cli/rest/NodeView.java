package io.hawser.cli.rest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
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
 * @param conditions problems of its agent or fence
 */
public record NodeView(
        Node node, boolean removed, Optional<Instant> heard, List<Condition> conditions, List<Fingerprint> plugins) {
    private static final String CAPABILITIES = "nodeCapabilities";

    /**
     * A problem of a node.
     *
     * @param type a CamelCase word
     * @param since when it began; empty if unknown
     * @param message a sentence
     */
    public record Condition(String type, Optional<Instant> since, String message) {}

    public NodeView {
        conditions = List.copyOf(conditions);
        plugins = List.copyOf(plugins);
    }

    public static NodeView parse(JsonNode json) {
        return new NodeView(
                ProtoJson.parse(json.path("node"), Node.getDefaultInstance()),
                json.path("removed").asBoolean(),
                instant(json, "heard"),
                json.path("conditions").valueStream().map(NodeView::condition).toList(),
                json.path("plugins").valueStream().map(NodeView::fingerprint).toList());
    }

    /** Whether volume-service has not heard its agent for three of the agent's own intervals. */
    public boolean silent() {
        return has("AgentSilent");
    }

    /** Whether volume-service ignores its heartbeats, because two machines send them under its name. */
    public boolean cloned() {
        return has("AgentCloned");
    }

    private boolean has(String type) {
        return conditions.stream().anyMatch(condition -> condition.type().equals(type));
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

    private static Condition condition(JsonNode json) {
        return new Condition(
                json.path("type").asText(),
                instant(json, "since"),
                json.path("message").asText());
    }

    private static Optional<Instant> instant(JsonNode json, String field) {
        return json.hasNonNull(field)
                ? Optional.of(Instant.parse(json.path(field).asText()))
                : Optional.empty();
    }
}
