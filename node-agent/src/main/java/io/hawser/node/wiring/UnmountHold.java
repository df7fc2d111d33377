package io.hawser.node.wiring;

import io.hawser.node.report.NodePublisher;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.jboss.logging.Logger;

/** Why nothing is taken down, if that is so. Each message is written once to the log and to the topics. */
final class UnmountHold {
    private static final Logger LOG = Logger.getLogger(UnmountHold.class);

    private final String node;
    private final NodePublisher publisher;
    private final AtomicReference<Optional<String>> message = new AtomicReference<>(Optional.empty());

    UnmountHold(String node, NodePublisher publisher) {
        this.node = node;
        this.publisher = publisher;
    }

    Optional<String> message() {
        return message.get();
    }

    /**
     * Ends the hold.
     *
     * @return whether there was one
     */
    boolean ended() {
        boolean was = message.getAndSet(Optional.empty()).isPresent();
        if (was) {
            LOG.info("what shall be taken down is taken down again");
            publisher.event("node/" + node, "HeldBackEnded", "what shall be taken down is taken down again");
        }
        return was;
    }

    void because(String message) {
        if (!this.message.getAndSet(Optional.of(message)).equals(Optional.of(message))) {
            LOG.error(message);
            publisher.event("node/" + node, "HeldBack", message);
        }
    }
}
