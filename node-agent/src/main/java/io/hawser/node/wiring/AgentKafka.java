package io.hawser.node.wiring;

import io.hawser.bus.envelope.OutgoingRecord;
import io.hawser.bus.envelope.ProducerRecords;
import io.hawser.bus.right.NeededRights;
import io.hawser.bus.right.RightsWatch;
import io.hawser.bus.topic.HawserTopic;
import io.hawser.bus.topic.TopicCreator;
import io.hawser.bus.topic.TopicNames;
import io.hawser.node.assignment.AssignmentCache;
import io.hawser.node.assignment.kafka.AssignmentReader;
import io.hawser.node.report.kafka.NodeRecords;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.NetworkException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jboss.logging.Logger;

/** An agent's Kafka clients. */
final class AgentKafka implements AutoCloseable {
    private static final Logger LOG = Logger.getLogger(AgentKafka.class);
    private static final Duration CLOSE = Duration.ofSeconds(2);

    private final Map<String, Object> settings;
    private final String node;
    private final TopicNames topics;
    private final TopicCreator.Copies copies;
    private final NeededRights needed;
    private final RightsWatch rights;
    private volatile Optional<KafkaProducer<byte[], byte[]>> producer = Optional.empty();
    private volatile Optional<Admin> admin = Optional.empty();

    /** Another installation on this machine has another broker, or other topics. */
    static String installation(Map<String, Object> kafkaSettings, AgentSettings settings) {
        String servers = String.valueOf(kafkaSettings.get("bootstrap.servers"));
        return servers.replaceAll("\\s", "") + "/" + settings.topics().prefix();
    }

    AgentKafka(Map<String, Object> kafka, AgentSettings agent) {
        this.settings = Map.copyOf(kafka);
        this.node = agent.node();
        this.topics = agent.topics();
        this.copies = agent.copies();
        this.needed = NeededRights.ofAgent(topics, agent.announce());
        this.rights = new RightsWatch(settings, needed, missing -> missing.forEach(LOG::error));
        try {
            admin();
        } catch (NetworkException unknown) {
            LOG.debugf("%s: the agent waits for it later", unknown.getMessage());
        }
    }

    /** Made once a broker's name has an address. */
    private synchronized Admin admin() {
        Admin made = admin.orElseGet(() -> TopicCreator.client(settings));
        admin = Optional.of(made);
        return made;
    }

    /** The rights that the broker refuses, in sentences. */
    List<String> missingRights() {
        return rights.missing();
    }

    /**
     * Blocks until a broker's name has an address. Reports are state: a record reaches the topic however long the
     * broker is away, or its owner sends it again.
     */
    KafkaProducer<byte[], byte[]> producer(Duration retry) throws InterruptedException {
        Map<String, Object> reliable = new HashMap<>(settings);
        reliable.put("acks", "all");
        reliable.put("enable.idempotence", "true");
        reliable.put("linger.ms", "5");
        reliable.put("delivery.timeout.ms", "30000");
        reliable.put("request.timeout.ms", "10000");
        reliable.put("max.block.ms", "10000");
        // A broker may create topics by itself: one that is deleted is not asked for again soon.
        reliable.put("metadata.max.idle.ms", "5000");
        reliable.put("client.id", "node-agent-" + node);
        KafkaProducer<byte[], byte[]> made = awaitAnswer(retry, () -> {
            admin();
            return new KafkaProducer<>(reliable, new ByteArraySerializer(), new ByteArraySerializer());
        });
        producer = Optional.of(made);
        return made;
    }

    AssignmentReader assignments(AssignmentCache assignments, AssignmentReader.Listener listener) {
        return new AssignmentReader(
                settings, this::admin, node, topics.of(HawserTopic.ASSIGNMENTS), assignments, listener);
    }

    /** @param again gets the full name of a topic that was made again */
    TopicPresence presence(Consumer<String> again) {
        return new TopicPresence(this::admin, needed, copies, bootstrapServers(), again);
    }

    /** Blocks until the broker answers and the topics are there. */
    void awaitTopics(Duration retry) throws InterruptedException {
        rights.start();
        awaitAnswer(retry, () -> new TopicCreator(admin(), topics, copies, bootstrapServers()).ensure(made()))
                .forEach(LOG::warn);
    }

    private String bootstrapServers() {
        return String.valueOf(settings.get("bootstrap.servers"));
    }

    /** Without the topics that others write: an agent cannot tell one that is gone from one that never existed. */
    private List<HawserTopic> made() {
        return needed.used().stream()
                .filter(topic -> !topic.writtenByOrchestrator())
                .toList();
    }

    /** Writes this node's record unless there is one. Blocks until the broker answers. */
    void announce(Duration retry, OutgoingRecord record) throws InterruptedException {
        announce(
                retry,
                () -> NodeRecords.exists(settings, topics.of(HawserTopic.NODES), node),
                producer.orElseThrow(),
                record);
    }

    /** @param known asked before each try: an earlier try may have succeeded unseen, and a drain may follow it */
    static void announce(
            Duration retry, Question<Boolean> known, Producer<byte[], byte[]> producer, OutgoingRecord record)
            throws InterruptedException {
        awaitAnswer(retry, () -> {
            if (!known.ask()) {
                producer.send(ProducerRecords.of(
                                record, topic -> producer.partitionsFor(topic).size()))
                        .get();
            }
            return true;
        });
    }

    interface Question<T> {
        T ask() throws ExecutionException, InterruptedException;
    }

    private static <T> T awaitAnswer(Duration retry, Question<T> question) throws InterruptedException {
        while (true) {
            try {
                return question.ask();
            } catch (ExecutionException | KafkaException e) {
                LOG.warnf("the broker does not answer yet: %s", e.getMessage());
            }
            Thread.sleep(retry);
        }
    }

    @Override
    public void close() {
        rights.close();
        producer.ifPresent(open -> open.close(CLOSE));
        admin.ifPresent(open -> open.close(CLOSE));
    }
}
