package io.hawser.node.assignment;

import io.hawser.bus.envelope.Decoded;
import io.hawser.v1.AgentIdentity;
import io.hawser.v1.NodeAgent;
import java.util.Optional;

/**
 * Which agent counts as the node's, by volume-service's record.
 *
 * @param record empty: there is none, and every agent with the node's name counts
 * @param confirmed false: the record is of a topic that another one has replaced since
 */
record CountedAgent(Optional<NodeAgent> record, boolean confirmed) {
    static final CountedAgent UNKNOWN = new CountedAgent(Optional.empty(), true);

    /** What cannot be read, or belongs to a later version, changes nothing. */
    CountedAgent after(String node, Decoded decoded) {
        return switch (decoded) {
            case Decoded.Tombstone _ -> UNKNOWN;
            case Decoded.Known known ->
                known.message() instanceof NodeAgent agent && agent.getNode().equals(node)
                        ? new CountedAgent(Optional.of(agent), true)
                        : this;
            case Decoded.Newer _, Decoded.Invalid _, Decoded.Malformed _ -> this;
        };
    }

    /** Another topic of the same name is read from here on. */
    CountedAgent unconfirmed() {
        return new CountedAgent(record, false);
    }

    /** The other topic holds every current record. */
    CountedAgent complete() {
        return confirmed ? this : UNKNOWN;
    }

    /** Why this agent does not count, for people; empty: it does. */
    Optional<String> whyNot(AgentIdentity self) {
        return record.filter(agent -> !isOf(agent, self)).map(CountedAgent::sentence);
    }

    private static boolean isOf(NodeAgent agent, AgentIdentity self) {
        return !agent.getRoot().isEmpty()
                && agent.getRoot().equals(self.getRoot())
                && agent.getMachine().equals(self.getMachine());
    }

    private static String sentence(NodeAgent agent) {
        return "nothing more is mounted here: "
                + (agent.getRoot().isEmpty()
                        ? "no agent counts as this node's: " + agent.getMessage()
                        : "the agent with root " + agent.getRoot() + " on machine " + agent.getMachine()
                                + " counts as this node's; stop this one, or, if that machine is gone for good, fence"
                                + " the node, remove it from the inventory, add it again and take the fence back");
    }
}
