package io.hawser.cli.command;

import com.fasterxml.jackson.databind.JsonNode;
import io.hawser.cli.rest.NodeView;
import io.hawser.cli.text.NodeText;
import java.time.Instant;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(
        name = "status",
        aliases = {"describe", "inspect"},
        description = "Shows everything about nodes.")
final class NodeStatus extends HawserCommand {
    @Parameters(paramLabel = "NAME", arity = "1..*")
    private List<String> names = List.of();

    @Override
    ExitStatus run(Session session) {
        for (String name : names) {
            JsonNode node = session.volumes().node(name).orElseThrow(() -> unknown("node", name));
            session.out()
                    .println(
                            json()
                                    ? node.toPrettyString()
                                    : NodeText.status(NodeView.parse(node), Instant.now())
                                            .stripTrailing());
        }
        return ExitStatus.DONE;
    }
}
