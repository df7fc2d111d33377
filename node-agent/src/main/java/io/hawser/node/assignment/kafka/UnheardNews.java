package io.hawser.node.assignment.kafka;

import io.hawser.bus.envelope.Decoded;
import io.hawser.node.assignment.AssignmentCache;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jboss.logging.Logger;

/**
 * What the reader found and its listener has not heard yet. What the listener fails at stays to be passed on again.
 * Only for the reader's thread.
 */
final class UnheardNews {
    private static final Logger LOG = Logger.getLogger(UnheardNews.class);

    private final AssignmentCache book;
    private final AssignmentReader.Listener listener;
    /** Volumes whose assignment changed. */
    private final Set<String> changed = new LinkedHashSet<>();
    /** Records that cannot be acted on. */
    private final Set<Unusable> unusable = new LinkedHashSet<>();
    /** What the listener last heard of whether this agent counts. */
    private Optional<String> notCounted = Optional.empty();

    private boolean caughtUp;

    /** A record of this node, and why it cannot be acted on. */
    private record Unusable(ConsumerRecord<byte[], byte[]> record, Decoded.Malformed malformed) {
        @Override
        public String toString() {
            return malformed.origin().toString();
        }
    }

    UnheardNews(AssignmentCache book, AssignmentReader.Listener listener) {
        this.book = book;
        this.listener = listener;
    }

    void changed(Collection<String> volumes) {
        changed.addAll(volumes);
    }

    void unusable(ConsumerRecord<byte[], byte[]> record, Decoded.Malformed malformed) {
        unusable.add(new Unusable(record, malformed));
    }

    /**
     * To be called once the reader caught up.
     *
     * @return whether the listener has heard everything
     * @throws RuntimeException it cannot act on anything now
     */
    boolean passOn() {
        if (!caughtUp) {
            listener.caughtUp();
            caughtUp = true;
            changed.clear();
            LOG.infof("caught up with %d assignments", book.volumes().size());
        }
        Optional<String> now = book.notCounted();
        if (!now.equals(notCounted)) {
            listener.notCounted(now);
            notCounted = now;
        }
        return passedOn(changed, listener::changed)
                & passedOn(unusable, bad -> listener.unusable(bad.record(), bad.malformed()));
    }

    /** News at which the listener fails delays no other. */
    private static <T> boolean passedOn(Set<T> news, Consumer<T> listener) {
        for (T one : List.copyOf(news)) {
            try {
                listener.accept(one);
                news.remove(one);
            } catch (RuntimeException e) {
                LOG.errorf(e, "the assignment of %s cannot be acted on now; trying again", one);
            }
        }
        return news.isEmpty();
    }
}
