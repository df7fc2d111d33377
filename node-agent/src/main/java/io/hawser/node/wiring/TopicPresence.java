package io.hawser.node.wiring;

import io.hawser.bus.right.NeededRights;
import io.hawser.bus.service.HawserService;
import io.hawser.bus.topic.HawserTopic;
import io.hawser.bus.topic.TopicCreator;
import io.hawser.bus.topic.TopicNames;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeTopicsOptions;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.jboss.logging.Logger;

/**
 * Checks which of the agent's topics exist. A topic that agents write, and no orchestrator, is made again, with the
 * catalogue's settings. To a topic that was made again, the agent writes all its current state again.
 */
final class TopicPresence {
    private static final Logger LOG = Logger.getLogger(TopicPresence.class);
    private static final int ANSWER_MS = 5_000;

    private final Supplier<Admin> admin;
    private final TopicNames names;
    private final NeededRights needed;
    private final TopicCreator.Copies copies;
    private final String bootstrapServers;
    private final Consumer<String> again;
    private final Map<String, String> ids = new HashMap<>();
    private final Set<String> gone = ConcurrentHashMap.newKeySet();

    /** @param again gets the full name of a topic that was made again */
    TopicPresence(
            Supplier<Admin> admin,
            NeededRights needed,
            TopicCreator.Copies copies,
            String bootstrapServers,
            Consumer<String> again) {
        this.admin = admin;
        this.names = needed.names();
        this.needed = needed;
        this.copies = copies;
        this.bootstrapServers = bootstrapServers;
        this.again = again;
    }

    /** Whether the topic was missing at the last check. */
    boolean isGone(String topic) {
        return gone.contains(topic);
    }

    /** Which topics are gone, the consequence, and the command to type. */
    List<String> sentences() {
        return needed.used().stream()
                .filter(topic -> gone.contains(names.of(topic)))
                .map(topic -> sentence(topic, names.of(topic)))
                .sorted()
                .toList();
    }

    private String sentence(HawserTopic topic, String name) {
        return name + " is gone: "
                + (needed.writes().contains(topic) ? "records wait for it" : "nothing new is read from it")
                + "; make it again with " + TopicCreator.command(names, copies, bootstrapServers, name);
    }

    /** Blocks until the broker answers; never throws. Only for one thread. */
    void look() {
        Map<String, KafkaFuture<TopicDescription>> answers = admin.get()
                .describeTopics(
                        needed.used().stream().map(names::of).toList(),
                        new DescribeTopicsOptions().timeoutMs(ANSWER_MS))
                .topicNameValues();
        try {
            for (HawserTopic topic : needed.used()) {
                look(topic, Objects.requireNonNull(answers.get(names.of(topic))));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void look(HawserTopic topic, KafkaFuture<TopicDescription> answer) throws InterruptedException {
        try {
            present(topic, names.of(topic), answer.get().topicId().toString());
        } catch (ExecutionException e) {
            if (e.getCause() instanceof UnknownTopicOrPartitionException) {
                gone(topic, names.of(topic));
            }
        }
    }

    private void present(HawserTopic topic, String name, String id) {
        if (gone.remove(name)) {
            LOG.infof("topic %s is there again", name);
        }
        String before = ids.put(name, id);
        if (before != null && !before.equals(id) && needed.writes().contains(topic)) {
            LOG.warnf("topic %s was made again: the present records are written again", name);
            again.accept(name);
        }
    }

    private void gone(HawserTopic topic, String name) throws InterruptedException {
        boolean news = gone.add(name);
        if (news) {
            LOG.errorf("topic %s", sentence(topic, name));
        }
        if (topic.writers().contains(HawserService.NODE_AGENT) && !topic.writtenByOrchestrator()) {
            try {
                new TopicCreator(admin.get(), names, copies, bootstrapServers)
                        .make(name)
                        .filter(ignored -> news)
                        .ifPresent(LOG::error);
            } catch (ExecutionException e) {
                LOG.debugf("topic %s cannot be made now: %s", name, e.getCause());
            }
        }
    }
}
