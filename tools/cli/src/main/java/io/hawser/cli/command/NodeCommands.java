package io.hawser.cli.command;

import com.fasterxml.jackson.databind.JsonNode;
import io.hawser.bus.topic.HawserTopic;
import io.hawser.cli.rest.NodeView;
import io.hawser.cli.text.Table;
import io.hawser.cli.text.Words;
import io.hawser.cli.topic.TopicWriter;
import io.hawser.v1.Fingerprint;
import io.hawser.v1.Node;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "node",
        description = "Shows nodes, and says that one can write no more, or is no longer there.",
        subcommands = {
            NodeCommands.ListAll.class,
            NodeCommands.Fence.class,
            NodeCommands.Unfence.class,
            NodeCommands.Remove.class
        })
final class NodeCommands {

    @Command(name = "list", description = "Shows nodes and the plugins on them.")
    static final class ListAll extends HawserCommand {
        @Override
        ExitStatus run(Session session) {
            show(
                    session,
                    session.volumes().nodesJson(),
                    JsonNode::toPrettyString,
                    new Table("NODE", "AVAILABILITY", "FENCED", "PLUGINS", "CONDITIONS"),
                    ListAll::row,
                    "no nodes; a node appears when its node-agent runs");
            return ExitStatus.DONE;
        }

        private static void row(Table table, JsonNode json) {
            NodeView view = NodeView.parse(json);
            table.row(
                    view.node().getName(),
                    availability(view),
                    view.node().getFenced() ? "yes" : "no",
                    view.plugins().stream().map(ListAll::plugin).collect(Collectors.joining(", ")),
                    String.join("; ", view.conditions()));
        }

        private static String availability(NodeView view) {
            String word = Words.of(view.node().getAvailability());
            return view.removed() ? "removed" : word.equals("unspecified") ? "active" : word;
        }

        private static String plugin(Fingerprint plugin) {
            return plugin.getPlugin() + (plugin.getHealthy() ? "" : " (unhealthy: " + plugin.getMessage() + ")");
        }
    }

    @Command(
            name = "fence",
            description =
                    "Says that somebody made sure that this machine can write no more (power off, storage fenced):"
                            + " its volumes leave without its own word.")
    static final class Fence extends HawserCommand {
        @Parameters(paramLabel = "NAME")
        private String name;

        @Option(
                names = "--yes",
                required = true,
                description = "You made sure. Two machines that write to one volume destroy it.")
        @SuppressWarnings("UnusedVariable") // The option is required, but its value is not needed.
        private boolean sure;

        @Override
        ExitStatus run(Session session) {
            Node fenced = write(session, name, true);
            show(
                    session,
                    fenced,
                    "node " + name + " is fenced; `./hawser node unfence " + name + "` when it may write again");
            return ExitStatus.DONE;
        }
    }

    @Command(name = "unfence", description = "Says that the machine is back and may have volumes again.")
    static final class Unfence extends HawserCommand {
        @Parameters(paramLabel = "NAME")
        private String name;

        @Override
        ExitStatus run(Session session) {
            show(session, write(session, name, false), "node " + name + " is not fenced any more");
            return ExitStatus.DONE;
        }
    }

    @Command(
            name = "remove",
            description =
                    "Takes a node out of the inventory. A volume that is still on a node which is not fenced waits"
                            + " for that node's word.")
    static final class Remove extends HawserCommand {
        @Parameters(paramLabel = "NAME")
        private String name;

        @Override
        ExitStatus run(Session session) {
            Node node = last(session, name);
            try (TopicWriter writer = session.writer()) {
                writer.tombstone(HawserTopic.NODES, name);
            }
            show(
                    session,
                    node,
                    "node " + name + " is removed"
                            + (node.getFenced()
                                    ? "; its volumes leave without its word"
                                    : "; it is not fenced: a volume that is still on it waits until the node says that"
                                            + " nothing is left"));
            return ExitStatus.DONE;
        }
    }

    private static Node last(Session session, String name) {
        return session.reader()
                .last(HawserTopic.NODES, name, Node.getDefaultInstance())
                .orElseThrow(() -> new CommandFailedException(
                        ExitStatus.REFUSED,
                        "no node is called " + name + "; `./hawser node list` shows which there are"));
    }

    private static Node write(Session session, String name, boolean fenced) {
        Node node = last(session, name).toBuilder().setFenced(fenced).build();
        try (TopicWriter writer = session.writer()) {
            writer.write(HawserTopic.NODES, name, node);
        }
        return node;
    }
}
