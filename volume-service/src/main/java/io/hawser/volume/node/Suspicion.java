package io.hawser.volume.node;

import io.hawser.ledger.silence.Heard;
import java.time.Instant;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Why a node without a fence gets no new claims, in words for people. The node keeps what it has.
 *
 * @param since when its last record came, or when its clone was found
 */
public record Suspicion(String reason, String message, Instant since) {
    /**
     * @param silent when it was last heard, if that is too long ago; a node that was never heard is not suspect,
     *     because it has no plugin yet
     */
    public static Optional<Suspicion> of(Speaker speaker, Optional<Heard> silent, Instant now) {
        if (speaker.cloned()) {
            return Optional.of(new Suspicion(
                    "AgentCloned",
                    "two machines report as this node, root " + speaker.root() + ", machine " + speaker.machine()
                            + " (boots "
                            + speaker.boots().stream().map(Boot::id).collect(Collectors.joining(", "))
                            + "): both are ignored. Shut down one machine, then remove the node and activate it again",
                    now));
        }
        return silent.map(Suspicion::silent);
    }

    private static Suspicion silent(Heard last) {
        Instant heard = last.appended().orElse(last.applied());
        return new Suspicion(
                "AgentSilent",
                "its agent was last heard at " + heard + ", and sends a heartbeat every "
                        + last.interval().toSeconds()
                        + " s. Its volumes stay where they are until it is heard, or fenced",
                heard);
    }
}
