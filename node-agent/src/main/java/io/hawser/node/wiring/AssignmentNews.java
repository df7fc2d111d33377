package io.hawser.node.wiring;

import io.hawser.bus.envelope.Decoded;
import io.hawser.bus.topic.HawserTopic;
import io.hawser.node.assignment.AssignmentCache;
import io.hawser.node.assignment.AssignmentReader;
import io.hawser.node.assignment.TopicIdentity;
import io.hawser.node.mount.DesiredState;
import io.hawser.node.report.NodePublisher;
import io.hawser.node.work.VolumeWorkers;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jboss.logging.Logger;

/** Passes changes of assignments from the reader to the mounts, but nothing before the reader has caught up. */
final class AssignmentNews implements AssignmentReader.Listener {
    private static final Logger LOG = Logger.getLogger(AssignmentNews.class);

    private final Path topicIdentity;
    private final UnmountHold unmountHold;
    private final AssignmentCache assignments;
    private final VolumeWorkers workers;
    private final NodePublisher publisher;
    private final Runnable recovered;

    /**
     * @param topicIdentity file that records which topic this root's assignments came from
     * @param recovered run once, when the mounts act on assignments
     */
    AssignmentNews(
            Path topicIdentity,
            UnmountHold unmountHold,
            AssignmentCache assignments,
            VolumeWorkers workers,
            NodePublisher publisher,
            Runnable recovered) {
        this.topicIdentity = topicIdentity;
        this.unmountHold = unmountHold;
        this.assignments = assignments;
        this.workers = workers;
        this.publisher = publisher;
        this.recovered = recovered;
    }

    @Override
    public void reading(TopicIdentity from) {
        try {
            Optional<TopicIdentity> before = TopicIdentity.read(topicIdentity);
            if (before.isEmpty()) {
                from.write(topicIdentity);
            } else {
                before.get().difference(from, topicIdentity).ifPresent(unmountHold::because);
            }
        } catch (IOException e) {
            unmountHold.because("nothing is taken down: which topic fed this root cannot be read or written: " + e);
        }
    }

    @Override
    public void complete(TopicIdentity topic) {
        try {
            if (TopicIdentity.read(topicIdentity).filter(topic::succeeds).isEmpty()) {
                return;
            }
            topic.write(topicIdentity);
        } catch (IOException e) {
            unmountHold.because("nothing is taken down: which topic fed this root cannot be read or written: " + e);
            return;
        }
        if (unmountHold.ended()) {
            workers.kickAll();
        }
    }

    @Override
    public void caughtUp() {
        try {
            workers.start(assignments.volumes());
        } catch (IOException e) {
            throw new UncheckedIOException("the records cannot be read", e);
        }
        assignments.volumes().forEach(this::refused);
        recovered.run();
    }

    @Override
    public void changed(String volume) {
        refused(volume);
        workers.assigned(volume);
    }

    private void refused(String volume) {
        if (assignments.latest(volume).orElse(null) instanceof DesiredState.Refused refused) {
            LOG.warnf("%s volume=%s", refused.sentence(), volume);
            publisher.event("volume/" + volume, "AssignmentRefused", refused.sentence());
        }
    }

    @Override
    public void unusable(ConsumerRecord<byte[], byte[]> record, Decoded.Malformed message) {
        publisher.dead(HawserTopic.ASSIGNMENTS, record, message.reason());
    }
}
