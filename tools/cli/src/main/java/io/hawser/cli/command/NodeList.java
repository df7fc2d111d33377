package io.hawser.cli.command;

import com.fasterxml.jackson.databind.JsonNode;
import io.hawser.cli.rest.NodeView;
import io.hawser.cli.text.NodeText;
import io.hawser.cli.text.Selector;
import java.time.Instant;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
        name = "list",
        aliases = {"ls", "get"},
        description = "Shows nodes, when each was heard last, and the plugins on them.")
final class NodeList extends ListCommand<JsonNode> {
    @Option(
            names = {"-l", "--selector"},
            paramLabel = "SELECTOR",
            description = "Only those whose labels match, such as zone=a or zone!=a.")
    private @Nullable Selector selector;

    NodeList() {
        super(
                "node",
                json -> json.path("node").path("name").asText(),
                JsonNode::toPrettyString,
                NodeText::table,
                (table, json) -> NodeText.row(table, NodeView.parse(json), Instant.now()));
    }

    @Override
    Stream<JsonNode> all(Session session) {
        Selector wanted = selector == null ? Selector.ALL : selector;
        return session.volumes()
                .nodesJson()
                .filter(json -> wanted.matches(NodeView.parse(json).node().getLabelsMap()));
    }

    @Override
    String none() {
        return selector == null ? "no nodes; a node appears when its node-agent runs" : "no node has such labels";
    }
}
