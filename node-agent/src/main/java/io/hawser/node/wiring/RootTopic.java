package io.hawser.node.wiring;

import io.hawser.files.DurableFile;
import io.hawser.node.assignment.TopicIdentity;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.BiConsumer;
import org.jboss.logging.Logger;

/**
 * The topic whose assignments the root's mounts come from. While another topic is read, or the file that names it
 * cannot be used, nothing is taken down. Only for the reader's thread, except {@link #hold}.
 */
final class RootTopic {
    private static final Logger LOG = Logger.getLogger(RootTopic.class);

    private final Path file;
    private final BiConsumer<String, String> events;
    private final Runnable takeDownAgain;
    /** The topic that its writer called complete. */
    private Optional<TopicIdentity> complete = Optional.empty();

    private volatile Optional<String> hold = Optional.empty();

    /**
     * @param file names the topic
     * @param events gets the reason and the message when a hold begins, changes or ends
     * @param takeDownAgain run when a hold has ended
     */
    RootTopic(Path file, BiConsumer<String, String> events, Runnable takeDownAgain) {
        this.file = file;
        this.events = events;
        this.takeDownAgain = takeDownAgain;
    }

    /** Why nothing is taken down; empty: mounts are taken down. */
    Optional<String> hold() {
        return hold;
    }

    /** This topic is read; called again and again. */
    void reading(TopicIdentity from) {
        hold(reasonToHold(from));
    }

    private Optional<String> reasonToHold(TopicIdentity from) {
        try {
            Optional<TopicIdentity> before = recorded();
            if (before.isEmpty() || (complete.equals(Optional.of(from)) && from.succeeds(before.get()))) {
                before = Optional.of(from);
                DurableFile.write(file, from.line().getBytes(StandardCharsets.UTF_8));
            }
            return before.get().difference(from, file);
        } catch (IOException e) {
            return Optional.of("nothing is taken down while the agent cannot read or write which topic fed this root: "
                    + e + "; it tries again each 30 s");
        }
    }

    /** Empty: there is no file yet. */
    private Optional<TopicIdentity> recorded() throws IOException {
        Optional<byte[]> bytes = DurableFile.read(file);
        if (bytes.isEmpty()) {
            return Optional.empty();
        }
        Optional<TopicIdentity> identity = TopicIdentity.parse(new String(bytes.get(), StandardCharsets.UTF_8));
        if (identity.isEmpty()) {
            throw new IOException(file + " does not hold a node, a topic, its id and its partitions");
        }
        return identity;
    }

    /** All that this topic's writer knows was read from it. It takes the place of an earlier topic of its name. */
    void complete(TopicIdentity topic) {
        complete = Optional.of(topic);
        reading(topic);
    }

    private void hold(Optional<String> now) {
        Optional<String> before = hold;
        hold = now;
        if (now.isPresent() && !now.equals(before)) {
            LOG.error(now.get());
            events.accept("HeldBack", now.get());
        } else if (now.isEmpty() && before.isPresent()) {
            LOG.info("unmounting continues");
            events.accept("HeldBackEnded", "unmounting continues");
            takeDownAgain.run();
        }
    }
}
