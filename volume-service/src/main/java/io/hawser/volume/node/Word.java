package io.hawser.volume.node;

import io.hawser.v1.AgentIdentity;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;

/**
 * A record of a node's agent, as far as it matters who says it.
 *
 * @param by empty = an agent that does not name itself yet
 * @param revision grows with each record of a root, over restarts and reboots
 * @param at when the broker took it; where the topic keeps producers' times, when it was read
 */
public record Word(Optional<Identity> by, long revision, Instant at) {
    public Word {
        Objects.requireNonNull(by, "by");
        Objects.requireNonNull(at, "at");
    }

    /**
     * Who says it.
     *
     * @param machine empty where there is no machine id
     */
    public record Identity(String root, String machine, String boot) {
        /** Empty: an agent that does not name itself. */
        static Optional<Identity> of(AgentIdentity agent) {
            return agent.getRoot().isEmpty()
                    ? Optional.empty()
                    : Optional.of(new Identity(agent.getRoot(), agent.getMachine(), agent.getBootId()));
        }

        /** For people. */
        public String words() {
            return "root " + root + ", machine " + (machine.isEmpty() ? "without id" : machine) + ", boot " + boot;
        }
    }

    /**
     * Whether what an agent says takes the place of what was said last; both counted. Of one root the higher revision
     * is the later word; two roots number their
     * records each by itself, and the one whose word counts now has come after the other.
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

    public static Word of(AgentIdentity agent, long revision, Instant at) {
        return new Word(Identity.of(agent), revision, at);
    }
}
