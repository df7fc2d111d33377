package io.hawser.ledger.topic.kafka;

import io.hawser.bus.right.NeededRights;
import io.hawser.bus.topic.TopicNames;
import io.hawser.ledger.wiring.LedgerConfig;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.Tags;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeTopicsOptions;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.jboss.logging.Logger;

/**
 * Checks repeatedly which topics exist. A topic counts as lost only if the broker answers that it does not know it. A
 * missing answer proves nothing, and neither does a topic that this service may not describe.
 *
 * <p>Has its own thread, because it waits for Kafka's answers.
 */
@ApplicationScoped
public class TopicWatch {
    private static final Logger LOG = Logger.getLogger(TopicWatch.class);
    private static final Duration ASK_AGAIN_AFTER = Duration.ofMinutes(1);

    /**
     * A topic, until it is deleted.
     *
     * @param id Kafka's topic id
     */
    public record Life(String id, int partitions) {}

    private final LedgerConfig config;
    private final LostTopicMaker maker;
    private final Admin admin;
    private final List<String> watched;
    private final MultiGauge gauge;
    private final Thread thread =
            Thread.ofPlatform().daemon().name("topic-watch").unstarted(this::run);
    /** Topics that this service may not describe, and when the broker refused: a broker logs each refusal. */
    private final Map<String, Long> denied = new HashMap<>();

    private volatile Map<String, Life> lives = Map.of();
    private volatile Set<String> lost = Set.of();
    private volatile boolean stopped;

    public TopicWatch(
            LedgerConfig config, NeededRights needed, LostTopicMaker maker, MeterRegistry metrics, Admin admin) {
        this.gauge = MultiGauge.builder("hawser_topic_lost").register(metrics);
        this.config = config;
        this.maker = maker;
        this.admin = admin;
        // The topics that the service reads or writes: it may not even describe others.
        TopicNames names = needed.names();
        this.watched = needed.used().stream()
                .flatMap(topic -> Stream.of(names.of(topic), names.deadOf(topic)))
                .toList();
    }

    void start(@Observes StartupEvent event) {
        thread.start();
    }

    void stop(@Observes ShutdownEvent event) throws InterruptedException {
        stopped = true;
        thread.interrupt();
        thread.join(Duration.ofSeconds(5));
    }

    /** Full names of topics that the cluster did not know at the last check. */
    public Set<String> lost() {
        return lost;
    }

    /** The topic of that full name, if it existed at the last check. */
    public Optional<Life> present(String topic) {
        return Optional.ofNullable(lives.get(topic));
    }

    /** The command that creates that topic, for a person. */
    public String command(String topic) {
        return maker.command(topic);
    }

    /** Checks now. Blocks, so not for an event loop; never fails. */
    public synchronized void look() {
        try {
            ask();
        } catch (ExecutionException e) {
            LOG.debugf("cannot tell which topics are there: %s", e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException e) {
            LOG.debug("cannot tell which topics are there", e);
        }
    }

    private void ask() throws InterruptedException, ExecutionException {
        Map<String, Life> found = new HashMap<>();
        Set<String> missing = new TreeSet<>();
        long now = System.nanoTime();
        denied.values().removeIf(at -> now - at > ASK_AGAIN_AFTER.toNanos());
        List<String> asked =
                watched.stream().filter(topic -> !denied.containsKey(topic)).toList();
        int atMost = (int) config.topics().lookAtMost().toMillis();
        Map<String, KafkaFuture<TopicDescription>> answers = admin.describeTopics(
                        asked, new DescribeTopicsOptions().timeoutMs(atMost))
                .topicNameValues();
        // What is not asked, or fails to answer, says nothing: the last state stays.
        Set<String> silent = new HashSet<>(denied.keySet());
        for (Map.Entry<String, KafkaFuture<TopicDescription>> answer : answers.entrySet()) {
            try {
                TopicDescription topic = answer.getValue().get();
                found.put(
                        answer.getKey(),
                        new Life(topic.topicId().toString(), topic.partitions().size()));
            } catch (ExecutionException e) {
                if (e.getCause() instanceof UnknownTopicOrPartitionException) {
                    missing.add(answer.getKey());
                    continue;
                }
                silent.add(answer.getKey());
                if (e.getCause() instanceof AuthorizationException) {
                    denied.put(answer.getKey(), now);
                }
            }
        }
        for (String topic : silent) {
            present(topic).ifPresent(life -> found.put(topic, life));
            if (lost.contains(topic)) {
                missing.add(topic);
            }
        }
        say(missing);
        lives = Map.copyOf(found);
        lost = Set.copyOf(missing);
        gauge.register(
                lost.stream()
                        .map(topic -> MultiGauge.Row.of(Tags.of("topic", topic), 1))
                        .toList(),
                true);
        maker.make(admin, lost);
    }

    private void say(Set<String> missing) {
        missing.stream()
                .filter(topic -> !lost.contains(topic))
                .forEach(topic -> LOG.warnf("topic %s is gone; what is for it waits", topic));
        lost.stream()
                .filter(topic -> !missing.contains(topic))
                .forEach(topic -> LOG.infof("topic %s is there again", topic));
    }

    private void run() {
        while (!stopped) {
            look();
            try {
                Thread.sleep(config.topics().lookEvery());
            } catch (InterruptedException e) {
                return;
            }
        }
    }
}
