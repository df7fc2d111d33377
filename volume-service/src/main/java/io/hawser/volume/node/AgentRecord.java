package io.hawser.volume.node;

import io.hawser.v1.AgentIdentity;
import java.time.Instant;
import java.util.Optional;

/**
 * A record of a node's agent, reduced to who wrote it and when.
 *
 * @param by empty = the agent does not name itself yet
 * @param revision grows with each record of a root, across restarts and reboots
 * @param at when the broker stored it; if the topic keeps producers' times, when it was read
 */
public record AgentRecord(Optional<Identity> by, long revision, Instant at) {
    /**
     * The writer.
     *
     * @param machine empty = it has no machine id
     */
    public record Identity(String root, String machine, String boot) {
        /** Empty: the agent does not name itself. */
        static Optional<Identity> of(AgentIdentity agent) {
            return agent.getRoot().isEmpty()
                    ? Optional.empty()
                    : Optional.of(new Identity(agent.getRoot(), agent.getMachine(), agent.getBootId()));
        }

        /** A description for people. */
        public String words() {
            return "root " + root + ", machine " + (machine.isEmpty() ? "without id" : machine) + ", boot " + boot;
        }
    }

    /**
     * Whether an agent's record replaces the last one; both count. Of one root, the higher revision is later. Two roots
     * number their records independently, so the root that counts now is the later one.
     */
    public static boolean supersedes(AgentIdentity agent, long revision, AgentIdentity lastBy, long lastRevision) {
        Optional<Identity> now = Identity.of(agent);
        Optional<Identity> last = Identity.of(lastBy);
        boolean another = now.isPresent()
                && last.isPresent()
                && !(now.get().root().equals(last.get().root())
                        && now.get().machine().equals(last.get().machine()));
        return another || revision > lastRevision;
    }

    public static AgentRecord of(AgentIdentity agent, long revision, Instant at) {
        return new AgentRecord(Identity.of(agent), revision, at);
    }
}
