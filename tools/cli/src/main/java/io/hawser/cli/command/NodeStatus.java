package io.hawser.cli.command;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hawser.cli.rest.NodeView;
import io.hawser.cli.rest.VolumeServiceClient;
import io.hawser.cli.text.NodeText;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;

@Command(
        name = "status",
        aliases = {"describe", "inspect"},
        description = "Shows everything about nodes: also their tasks, and the volumes that are there.")
final class NodeStatus extends StatusOfNamed<ObjectNode> {
    private static final String TASKS = "tasks";
    private static final String VOLUMES = "volumes";

    NodeStatus() {
        super("node", (name, found) -> text(found), JsonNode::toPrettyString);
    }

    /** The node as volume-service answers it, with the names of what is there. */
    @Override
    Optional<ObjectNode> find(Session session, String name) {
        VolumeServiceClient volumes = session.volumes();
        return volumes.node(name).map(found -> {
            ObjectNode node = found.deepCopy();
            volumes.tasksOn(name).forEach(node.putArray(TASKS)::add);
            volumes.volumesOn(name).forEach(node.putArray(VOLUMES)::add);
            return node;
        });
    }

    private static String text(ObjectNode found) {
        return NodeText.status(NodeView.parse(found), names(found, TASKS), names(found, VOLUMES), Instant.now());
    }

    private static List<String> names(ObjectNode found, String field) {
        return found.path(field).valueStream().map(JsonNode::asText).toList();
    }
}
