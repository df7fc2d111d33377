package io.hawser.node.wiring;

import io.hawser.node.assignment.TopicIdentity;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The topic whose assignments the root's mounts come from. While another topic is read, or the file that names it
 * cannot be used, nothing is taken down. Only for the reader's thread.
 */
final class RootTopic {
    private final Path file;
    private final UnmountHold unmountHold;
    private final Runnable takeDownAgain;
    /** The topic that its writer called complete. */
    private Optional<TopicIdentity> complete = Optional.empty();

    /**
     * @param file names the topic
     * @param takeDownAgain run when a hold has ended
     */
    RootTopic(Path file, UnmountHold unmountHold, Runnable takeDownAgain) {
        this.file = file;
        this.unmountHold = unmountHold;
        this.takeDownAgain = takeDownAgain;
    }

    /** This topic is read; called again and again. */
    void reading(TopicIdentity from) {
        try {
            Optional<TopicIdentity> before = TopicIdentity.read(file);
            if (before.isEmpty() || (complete.equals(Optional.of(from)) && from.succeeds(before.get()))) {
                before = Optional.of(from);
                from.write(file);
            }
            before.get().difference(from, file).ifPresentOrElse(unmountHold::because, this::endHold);
        } catch (IOException e) {
            unmountHold.because("nothing is taken down while the agent cannot read or write which topic fed this root: "
                    + e + "; it tries again each 30 s");
        }
    }

    /** All that this topic's writer knows was read from it. It takes the place of an earlier topic of its name. */
    void complete(TopicIdentity topic) {
        complete = Optional.of(topic);
        reading(topic);
    }

    private void endHold() {
        if (unmountHold.ended()) {
            takeDownAgain.run();
        }
    }
}
