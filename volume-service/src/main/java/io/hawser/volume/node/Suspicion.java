package io.hawser.volume.node;

import io.hawser.ledger.silence.Heard;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Why a node gets no new claims although nobody fenced it: what people are told. Nothing that it has is taken from it.
 */
public record Suspicion(String reason, String message) {
    /**
     * @param silent when it was heard last, where that is too long ago; a node that was never heard is not suspect, it
     *     has no plugin yet
     */
    public static Optional<Suspicion> of(Speaker speaker, Optional<Heard> silent) {
        if (speaker.cloned()) {
            return Optional.of(new Suspicion(
                    "AgentCloned",
                    "two machines speak for it as root " + speaker.root() + ", machine " + speaker.machine()
                            + " (boots "
                            + speaker.boots().stream().map(Boot::id).collect(Collectors.joining(", "))
                            + "): neither is heard. Stop one, remove the node from the inventory, add it again, and"
                            + " restart the agent that stays"));
        }
        return silent.map(last -> new Suspicion(
                "AgentSilent",
                "its agent was last heard at " + last.appended().orElse(last.applied()) + ", and promised a word every "
                        + last.interval().toSeconds()
                        + " s. Its volumes stay where they are until it is heard, or fenced"));
    }
}
