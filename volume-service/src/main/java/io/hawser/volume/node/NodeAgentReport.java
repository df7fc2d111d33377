package io.hawser.volume.node;

import io.hawser.v1.NodeAgent;
import io.hawser.volume.id.NodeName;
import java.time.Instant;
import java.util.Optional;

/** The record that says which agent with a node's name counts. Every other agent must mount nothing. */
public final class NodeAgentReport {
    private static final String CLONED =
            "two machines report as this node; shut down one, remove the node from the inventory and add it again";
    private static final String GIVEN_UP = "the node was fenced and removed from the inventory: another agent counts"
            + " when it reports, and the former one when the node is there again";

    private NodeAgentReport() {}

    /** Empty: no agent has named itself yet, so there is none to keep out. */
    public static Optional<NodeAgent> of(NodeName node, Speaker speaker) {
        if (speaker.root().isEmpty()) {
            return Optional.empty();
        }
        NodeAgent.Builder agent = NodeAgent.newBuilder().setNode(node.value());
        if (speaker.cloned()) {
            return Optional.of(agent.setMessage(CLONED).build());
        }
        return Optional.of(
                switch (speaker.place()) {
                    case PRESENT, REMOVED ->
                        agent.setRoot(speaker.root())
                                .setMachine(speaker.machine())
                                .build();
                    case GIVEN_UP, VACANT -> agent.setMessage(GIVEN_UP).build();
                });
    }

    /**
     * Who speaks for the node by what a lost life of the database published last. An agent of the copy that another one
     * has replaced since must not be believed, and the one that counts now must be heard. Revisions that the copy read
     * of the former agent say nothing about it, and its silence counts from now.
     *
     * @param copy as an older copy of the database has it, after the inventory is read
     */
    public static Speaker takenOver(NodeName node, Speaker copy, NodeAgent published, Instant now) {
        boolean same = copy.root().equals(published.getRoot()) && copy.machine().equals(published.getMachine());
        boolean unnamed = copy.root().isEmpty() && published.getRoot().isEmpty();
        if (unnamed || of(node, copy).equals(Optional.of(published))) {
            return copy;
        }
        if (published.getRoot().isEmpty()) {
            return withNobody(copy, published.getMessage(), now);
        }
        // An agent that was given up since is back when it is heard.
        return same && !copy.cloned() ? copy : copy.replacedSince(published.getRoot(), published.getMachine(), now);
    }

    /** A text of another version says nothing. */
    private static Speaker withNobody(Speaker copy, String reason, Instant now) {
        return switch (reason) {
            case CLONED -> copy.clonedSince();
            case GIVEN_UP -> copy.givenUpSince(now);
            default -> copy;
        };
    }
}
