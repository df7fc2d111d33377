package io.hawser.node.wiring;

import io.hawser.bus.envelope.Decoded;
import io.hawser.bus.topic.HawserTopic;
import io.hawser.node.assignment.AssignmentCache;
import io.hawser.node.assignment.TopicIdentity;
import io.hawser.node.assignment.kafka.AssignmentReader;
import io.hawser.node.mount.DesiredState;
import io.hawser.node.report.kafka.NodePublisher;
import io.hawser.node.work.VolumeWorkers;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jboss.logging.Logger;

/**
 * Passes changes of assignments from the reader to the mounts, but nothing before the reader has caught up.
 *
 * @param recovered run once, when the mounts act on assignments
 */
record AssignmentNews(
        RootTopic rootTopic,
        AssignmentCache assignments,
        VolumeWorkers workers,
        NodePublisher publisher,
        Runnable recovered)
        implements AssignmentReader.Listener {
    private static final Logger LOG = Logger.getLogger(AssignmentNews.class);

    @Override
    public void reading(TopicIdentity from) {
        rootTopic.reading(from);
    }

    @Override
    public void complete(TopicIdentity topic) {
        rootTopic.complete(topic);
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
    public void notCounted(Optional<String> message) {
        message.ifPresentOrElse(LOG::error, () -> LOG.info("this agent counts as the node's again"));
        publisher.nodeEvent(
                message.isPresent() ? "AgentNotCounted" : "AgentCounted",
                message.orElse("it mounts again what its node shall have"));
        if (message.isEmpty()) {
            publisher.repeat();
        }
        workers.kickAll();
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
    public void unusable(ConsumerRecord<byte[], byte[]> record, Decoded.Malformed malformed) {
        publisher.dead(HawserTopic.ASSIGNMENTS, record, malformed.message());
    }
}
