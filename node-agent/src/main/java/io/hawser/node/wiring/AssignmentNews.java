package io.hawser.node.wiring;

import io.hawser.bus.envelope.Decoded;
import io.hawser.bus.topic.HawserTopic;
import io.hawser.node.assignment.AssignmentReader;
import io.hawser.node.assignment.TopicIdentity;
import io.hawser.node.assignment.WishBook;
import io.hawser.node.mount.Wish;
import io.hawser.node.report.NodeVoice;
import io.hawser.node.work.MountLoop;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jboss.logging.Logger;

/** Hands what the reader of assignments finds to the mounts: nothing before it has caught up. */
final class AssignmentNews implements AssignmentReader.Listener {
    private static final Logger LOG = Logger.getLogger(AssignmentNews.class);

    private final Path topicIdentity;
    private final HeldBack heldBack;
    private final WishBook wishes;
    private final MountLoop loop;
    private final NodeVoice voice;
    private final Runnable recovered;

    /**
     * @param topicIdentity where it is noted which topic fed this root
     * @param recovered run once, when the mounts act on assignments
     */
    AssignmentNews(
            Path topicIdentity,
            HeldBack heldBack,
            WishBook wishes,
            MountLoop loop,
            NodeVoice voice,
            Runnable recovered) {
        this.topicIdentity = topicIdentity;
        this.heldBack = heldBack;
        this.wishes = wishes;
        this.loop = loop;
        this.voice = voice;
        this.recovered = recovered;
    }

    @Override
    public void reading(TopicIdentity from) {
        try {
            Optional<TopicIdentity> before = TopicIdentity.read(topicIdentity);
            if (before.isEmpty()) {
                from.write(topicIdentity);
            } else {
                before.get().difference(from, topicIdentity).ifPresent(heldBack::because);
            }
        } catch (IOException e) {
            heldBack.because("nothing is taken down: which topic fed this root cannot be read or written: " + e);
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
            heldBack.because("nothing is taken down: which topic fed this root cannot be read or written: " + e);
            return;
        }
        if (heldBack.ended()) {
            loop.kickAll();
        }
    }

    @Override
    public void caughtUp() {
        try {
            loop.start(wishes.volumes());
        } catch (IOException e) {
            throw new UncheckedIOException("the records cannot be read", e);
        }
        wishes.volumes().forEach(this::refused);
        recovered.run();
    }

    @Override
    public void changed(String volume) {
        refused(volume);
        loop.wished(volume);
    }

    private void refused(String volume) {
        if (wishes.latest(volume).orElse(null) instanceof Wish.Refused refused) {
            LOG.warnf("%s volume=%s", refused.sentence(), volume);
            voice.event("volume/" + volume, "AssignmentRefused", refused.sentence());
        }
    }

    @Override
    public void unusable(ConsumerRecord<byte[], byte[]> record, Decoded.Malformed why) {
        voice.dead(HawserTopic.ASSIGNMENTS, record, why.reason());
    }
}
