package io.hawser.cli.command;

import io.hawser.bus.service.HawserService;
import io.hawser.bus.topic.HawserTopic;
import io.hawser.cli.endpoint.UnknownEndpointException;
import io.hawser.cli.rest.NodeView;
import io.hawser.cli.rest.ServiceUnreachableException;
import io.hawser.cli.topic.TopicWriter;
import io.hawser.v1.CommandResult;
import io.hawser.v1.Node;
import io.hawser.v1.NodeAvailability;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "node",
        description = "Shows nodes, empties one for maintenance, and fences one whose machine is lost.",
        subcommands = {
            NodeList.class,
            NodeStatus.class,
            NodeDrain.class,
            NodeCommands.Pause.class,
            NodeCommands.Activate.class,
            NodeCommands.Fence.class,
            NodeCommands.Unfence.class,
            NodeCommands.Remove.class
        })
final class NodeCommands {

    @Command(name = "pause", aliases = "cordon", description = "The node gets no new mounts; those that it has stay.")
    static final class Pause extends NodeChange {
        @Override
        Node changed(Node node) {
            return node.toBuilder()
                    .setAvailability(NodeAvailability.NODE_AVAILABILITY_PAUSE)
                    .build();
        }

        @Override
        String sentence(Node node) {
            return "node " + node.getName() + " is paused; `./hawser node activate " + node.getName()
                    + "` takes it back";
        }
    }

    @Command(
            name = "activate",
            aliases = "uncordon",
            description = "The node may have mounts again, after drain, pause or remove.")
    static final class Activate extends NodeChange {
        /**
         * After {@code remove} the topic has no record, and only volume-service still knows the node's labels. No
         * record says that it may have mounts.
         */
        @Override
        Node node(Session session, String name) {
            return session.reader()
                    .last(HawserTopic.NODES, name, Node.getDefaultInstance())
                    .or(() -> view(session, name)
                            .map(view ->
                                    view.node().toBuilder().clearAvailability().build()))
                    .orElseThrow(() -> unknown("node", name));
        }

        @Override
        Node changed(Node node) {
            return node.toBuilder()
                    .setAvailability(NodeAvailability.NODE_AVAILABILITY_ACTIVE)
                    .build();
        }

        @Override
        String sentence(Node node) {
            return "node " + node.getName() + " is active"
                    + (node.getFenced()
                            ? "; it is still fenced, so it gets no mounts: `./hawser node unfence " + node.getName()
                                    + "` when it may write again"
                            : "");
        }
    }

    @Command(
            name = "fence",
            description = "Says that this machine certainly cannot write any more (power off, storage"
                    + " fenced): its volumes are detached although the node has not reported.")
    static final class Fence extends HawserCommand {
        @Parameters(paramLabel = "NAME")
        private String name;

        @Option(
                names = "--yes",
                required = true,
                description = "You made sure. Two machines that write to one volume destroy it.")
        @SuppressWarnings("UnusedVariable") // The option is required, but its value is not needed.
        private boolean sure;

        @Option(
                names = "--although-heard",
                description = "Even if its agent was heard a moment ago, or if that is not known.")
        private boolean althoughHeard;

        @Mixin
        private Effect effect;

        @Override
        ExitStatus run(Session session) {
            try (StateWriter writer = effect.writer(session, HawserService.VOLUME_SERVICE)) {
                return fence(session, writer, last(session, name));
            }
        }

        private ExitStatus fence(Session session, StateWriter writer, Node node) {
            if (!althoughHeard && isHeard(session)) {
                throw new CommandFailedException(
                        ExitStatus.REFUSED,
                        "the agent of node " + name + " was heard a moment ago: make sure that this is the machine that"
                                + " is off; --although-heard fences it all the same");
            }
            NodeWrite fenced = NodeWrite.of(
                    writer, effect, node, node.toBuilder().setFenced(true).build());
            Optional<CommandResult> rejected = fenced.await(session, writer, effect);
            if (rejected.isPresent()) {
                return rejected(session, rejected.get());
            }
            show(
                    session,
                    fenced.node(),
                    fenced.seen()
                            ? "node " + name + " is fenced; `./hawser node unfence " + name
                                    + "` when it may write again"
                            : fenced.unseen());
            return ExitStatus.DONE;
        }

        private boolean isHeard(Session session) {
            try {
                return view(session, name)
                        .filter(node -> alive(node) || node.cloned())
                        .isPresent();
            } catch (ServiceUnreachableException | UnknownEndpointException e) {
                throw new CommandFailedException(
                        ExitStatus.UNREACHABLE,
                        "it is not known whether the agent of node " + name + " is alive: " + e.getMessage()
                                + "; --although-heard fences it all the same");
            }
        }
    }

    @Command(
            name = "unfence",
            description = "Says that the machine was restarted and may have volumes"
                    + " again. Removals wait again for what it has not reported.")
    static final class Unfence extends NodeChange {
        @Override
        Node changed(Node node) {
            return node.toBuilder().setFenced(false).build();
        }

        @Override
        String sentence(Node node) {
            return "node " + node.getName() + " is not fenced any more";
        }
    }

    @Command(
            name = "remove",
            aliases = {"rm", "delete"},
            description = "Takes a node out of the inventory. A volume that is still on a node which is not fenced"
                    + " waits for that node's report.")
    static final class Remove extends HawserCommand {
        @Parameters(paramLabel = "NAME")
        private String name;

        @Option(names = "--yes", description = "Also a node whose agent was heard a moment ago.")
        private boolean sure;

        @Override
        ExitStatus run(Session session) {
            Node node = last(session, name);
            if (!sure && view(session, name).filter(NodeCommands::alive).isPresent()) {
                throw new CommandFailedException(
                        ExitStatus.REFUSED,
                        "the agent of node " + name + " was heard a moment ago, and its volumes would stay there:"
                                + " `./hawser node drain " + name + "` empties it; --yes removes it all the same");
            }
            try (TopicWriter writer = session.writer()) {
                writer.tombstone(HawserTopic.NODES, name);
            }
            show(
                    session,
                    node,
                    "node " + name + " is removed"
                            + (node.getFenced()
                                    ? "; its volumes are detached without its report"
                                    : "; it is not fenced: a volume that is still on it waits until the node says that"
                                            + " nothing is left"));
            return ExitStatus.DONE;
        }
    }

    static Node last(Session session, String name) {
        return session.reader()
                .last(HawserTopic.NODES, name, Node.getDefaultInstance())
                .orElseThrow(() -> HawserCommand.unknown("node", name));
    }

    private static Optional<NodeView> view(Session session, String name) {
        return session.volumes().node(name).map(NodeView::parse);
    }

    private static boolean alive(NodeView node) {
        return node.heard().isPresent() && !node.silent() && !node.cloned();
    }
}
