package io.hawser.cli.command;

import com.fasterxml.jackson.databind.JsonNode;
import io.hawser.cli.rest.NodeView;
import io.hawser.cli.text.NodeText;
import java.time.Instant;
import java.util.Optional;
import picocli.CommandLine.Command;

@Command(
        name = "status",
        aliases = {"describe", "inspect"},
        description = "Shows everything about nodes.")
final class NodeStatus extends StatusOfNamed<JsonNode> {
    NodeStatus() {
        super("node", (_, found) -> NodeText.status(NodeView.parse(found), Instant.now()), JsonNode::toPrettyString);
    }

    @Override
    Optional<JsonNode> find(Session session, String name) {
        return session.volumes().node(name);
    }
}
