package io.hawser.ledger.topic.kafka;

import io.hawser.bus.topic.HawserTopic;
import io.hawser.bus.topic.TopicCreator;
import io.hawser.bus.topic.TopicNames;
import io.hawser.ledger.wiring.LedgerConfig;
import io.smallrye.common.annotation.Identifier;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.jboss.logging.Logger;

/**
 * Creates missing topics again, with the catalogue's settings: events, answers, dead letters, and the state topics that
 * this service can write again. Never a topic that others write: it would come back empty, as if it had never had
 * records.
 *
 * <p>Used by the thread of {@link TopicWatch}, under its lock.
 */
@ApplicationScoped
public class LostTopicMaker {
    private static final Logger LOG = Logger.getLogger(LostTopicMaker.class);
    private static final Duration AGAIN_AFTER = Duration.ofMinutes(1);

    private final TopicNames names;
    private final TopicCreator.Copies copies;
    private final String bootstrapServers;
    private final Set<String> made = ConcurrentHashMap.newKeySet();
    /** Last try by topic name, in {@link System#nanoTime()}. */
    private final Map<String, Long> triedAt = new HashMap<>();

    public LostTopicMaker(
            LedgerConfig config, TopicNames names, @Identifier("default-kafka-broker") Map<String, Object> kafka) {
        this.names = names;
        this.copies = config.topics().copies();
        this.bootstrapServers = String.valueOf(kafka.get("bootstrap.servers"));
        Stream.concat(
                        Arrays.stream(HawserTopic.values())
                                .filter(topic -> !topic.writtenByOrchestrator()
                                        && topic.cleanupPolicy() == HawserTopic.CleanupPolicy.DELETE)
                                .map(names::of),
                        Arrays.stream(HawserTopic.values()).map(names::deadOf))
                .forEach(made::add);
    }

    /** Adds state topics, once a service can write everything to them again. */
    public void alsoMake(Set<String> topics) {
        made.addAll(topics);
    }

    /** The command that creates that topic, for a person. */
    String command(String topic) {
        return TopicCreator.command(names, copies, bootstrapServers, topic);
    }

    /** @param lost full names */
    void make(Admin admin, Set<String> lost) throws InterruptedException, ExecutionException {
        triedAt.keySet().retainAll(lost);
        TopicCreator creator = new TopicCreator(admin, names, copies, bootstrapServers);
        for (String topic : lost) {
            long now = System.nanoTime();
            if (made.contains(topic)
                    && now - triedAt.getOrDefault(topic, now - AGAIN_AFTER.toNanos()) >= AGAIN_AFTER.toNanos()) {
                triedAt.put(topic, now);
                Optional<String> refusal = creator.make(topic);
                refusal.ifPresentOrElse(LOG::error, () -> LOG.warnf("topic %s is made again", topic));
            }
        }
    }
}
