package io.hawser.volume.node;

import io.hawser.v1.NodeAgent;
import io.hawser.volume.id.NodeName;
import java.util.Optional;

/** The record that says which agent with a node's name counts. Every other agent must mount nothing. */
public final class NodeAgentReport {
    private static final String CLONED = "two machines report as this node; stop one of them, remove the node from the"
            + " inventory and add it again";
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
}
