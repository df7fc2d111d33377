package io.hawser.cli.command;

import io.hawser.bus.service.HawserService;
import io.hawser.bus.topic.HawserTopic;
import io.hawser.cli.look.Look;
import io.hawser.cli.rest.NodeView;
import io.hawser.cli.rest.VolumeServiceClient;
import io.hawser.v1.CommandResult;
import io.hawser.v1.Node;
import java.util.Optional;

/**
 * A node's record that was written.
 *
 * @param id the event's
 * @param seen whether volume-service shows the change: it is awaited, and the record before said something else
 */
record NodeWrite(Node node, String id, boolean seen) {
    static NodeWrite of(StateWriter writer, Effect effect, Node before, Node node) {
        return new NodeWrite(
                node,
                writer.write(HawserTopic.NODES, node.getName(), node),
                effect.isAwaited() && !node.equals(before));
    }

    /** @return the rejection; empty: volume-service shows the change, or nothing is awaited */
    Optional<CommandResult> await(Session session, StateWriter writer, Effect effect) {
        return writer.await(
                effect.waiting(session),
                id,
                "the change of node " + node.getName() + " to be known",
                () -> look(session.volumes()),
                StateWriter.readLater(id));
    }

    String unseen() {
        return StateWriter.unseen("the record of node " + node.getName() + " is written", id);
    }

    private Look<Boolean> look(VolumeServiceClient volumes) {
        boolean known = volumes.node(node.getName())
                .map(NodeView::parse)
                .filter(view -> !view.removed() && same(view.node()))
                .isPresent();
        return Look.of(known, () -> StateWriter.NOT_READ.formatted(HawserService.VOLUME_SERVICE.serviceName()));
    }

    /** Compares what the commands change. */
    private boolean same(Node shown) {
        return shown.getAvailability() == node.getAvailability() && shown.getFenced() == node.getFenced();
    }
}
