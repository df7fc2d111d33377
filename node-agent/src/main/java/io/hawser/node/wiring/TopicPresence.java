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
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeTopicsOptions;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.jboss.logging.Logger;

/**
 * Checks which of the agent's topics, and of their topics of dead letters, exist. One that agents write, and no
 * orchestrator, is made again, with the catalogue's settings. To a topic that was made again, the agent writes all its
 * current state again.
 */
final class TopicPresence {
    private static final Logger LOG = Logger.getLogger(TopicPresence.class);
    private static final int ANSWER_MS = 5_000;

    /** @param dead whether it is that topic's topic of dead letters */
    private record Used(HawserTopic topic, boolean dead, String name) {}

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

    private List<Used> used() {
        return needed.used().stream()
                .flatMap(topic ->
                        Stream.of(new Used(topic, false, names.of(topic)), new Used(topic, true, names.deadOf(topic))))
                .toList();
    }

    /** Whether the topic was missing at the last check. */
    boolean isGone(String topic) {
        return gone.contains(topic);
    }

    /** Which topics are gone, the consequence, and the command to type. */
    List<String> sentences() {
        return used().stream()
                .filter(used -> gone.contains(used.name()))
                .map(this::sentence)
                .sorted()
                .toList();
    }

    private String sentence(Used used) {
        boolean writes = used.dead() || needed.writes().contains(used.topic());
        return used.name() + " is gone: " + (writes ? "records wait for it" : "nothing new is read from it")
                + "; make it again with " + TopicCreator.command(names, copies, bootstrapServers, used.name());
    }

    /** Blocks until the broker answers; never throws. Only for one thread. */
    void look() {
        Map<String, KafkaFuture<TopicDescription>> answers = admin.get()
                .describeTopics(
                        used().stream().map(Used::name).toList(), new DescribeTopicsOptions().timeoutMs(ANSWER_MS))
                .topicNameValues();
        try {
            for (Used used : used()) {
                look(used, Objects.requireNonNull(answers.get(used.name())));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void look(Used used, KafkaFuture<TopicDescription> answer) throws InterruptedException {
        try {
            present(used, answer.get().topicId().toString());
        } catch (ExecutionException e) {
            if (e.getCause() instanceof UnknownTopicOrPartitionException) {
                gone(used);
            }
        }
    }

    private void present(Used used, String id) {
        if (gone.remove(used.name())) {
            LOG.infof("topic %s is there again", used.name());
        }
        String before = ids.put(used.name(), id);
        if (before != null
                && !before.equals(id)
                && !used.dead()
                && needed.writes().contains(used.topic())) {
            LOG.warnf("topic %s was made again: the present records are written again", used.name());
            again.accept(used.name());
        }
    }

    private void gone(Used used) throws InterruptedException {
        boolean news = gone.add(used.name());
        if (news) {
            LOG.errorf("topic %s", sentence(used));
        }
        if (used.dead() || isAgents(used.topic())) {
            try {
                new TopicCreator(admin.get(), names, copies, bootstrapServers)
                        .make(used.name())
                        .filter(ignored -> news)
                        .ifPresent(LOG::error);
            } catch (ExecutionException e) {
                LOG.debugf("topic %s cannot be made now: %s", used.name(), e.getCause());
            }
        }
    }

    private static boolean isAgents(HawserTopic topic) {
        return topic.writers().contains(HawserService.NODE_AGENT) && !topic.writtenByOrchestrator();
    }
}
