package io.hawser.cli.rest;

import com.fasterxml.jackson.databind.JsonNode;
import io.hawser.v1.Fingerprint;
import io.hawser.v1.Node;
import java.util.List;

/**
 * A node as volume-service sees it.
 *
 * @param removed its record was deleted; that does not mean fenced
 */
public record NodeView(Node node, boolean removed, List<Fingerprint> plugins) {
    public NodeView {
        plugins = List.copyOf(plugins);
    }

    static NodeView parse(JsonNode json) {
        return new NodeView(
                ProtoJson.parse(json.path("node"), Node.getDefaultInstance()),
                json.path("removed").asBoolean(),
                ProtoJson.parseAll(json.path("plugins"), Fingerprint.getDefaultInstance()));
    }
}
