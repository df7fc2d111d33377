package io.hawser.node.wiring;

import io.hawser.node.report.NodeVoice;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.jboss.logging.Logger;

/** Why nothing is taken down, if so; told once to the log and to the topics. */
final class HeldBack {
    private static final Logger LOG = Logger.getLogger(HeldBack.class);

    private final String node;
    private final NodeVoice voice;
    private final AtomicReference<Optional<String>> reason = new AtomicReference<>(Optional.empty());

    HeldBack(String node, NodeVoice voice) {
        this.node = node;
        this.voice = voice;
    }

    Optional<String> reason() {
        return reason.get();
    }

    void because(String why) {
        if (!reason.getAndSet(Optional.of(why)).equals(Optional.of(why))) {
            LOG.error(why);
            voice.event("node/" + node, "HeldBack", why);
        }
    }
}
