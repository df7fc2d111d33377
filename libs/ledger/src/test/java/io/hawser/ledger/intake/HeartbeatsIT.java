package io.hawser.ledger.intake;

import static org.awaitility.Awaitility.await;

import io.hawser.embedded.broker.BrokerProcess;
import io.hawser.testkit.shared.ScratchFolder;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * The rights of a member of a group are taken away and given back, on a broker that asks for them. The group's leader
 * is another one: it would join again by itself when it sees fewer topics.
 */
class HeartbeatsIT {
    private static final Duration SOON = Duration.ofSeconds(60);
    private static final Duration PORTION = Duration.ofMillis(100);
    /** The shortest that a broker allows. */
    private static final int SESSION_MILLIS = 6000;

    private static final String TOPIC = "commands";
    private static final AclBinding READS_TOPIC = mayRead(ResourceType.TOPIC, TOPIC);

    private final String password = UUID.randomUUID().toString();
    private final Heartbeats heartbeats = new Heartbeats(SESSION_MILLIS, null, null);
    private BrokerProcess broker;
    private Admin admin;
    private KafkaConsumer<byte[], byte[]> leader;
    private KafkaConsumer<byte[], byte[]> consumer;

    @BeforeEach
    void start() throws Exception {
        broker = BrokerProcess.in(ScratchFolder.create("heartbeats"))
                .withLogins(Map.of("reader", password))
                .start();
        admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()));
        admin.createTopics(List.of(new NewTopic(TOPIC, 2, (short) 1))).all().get();
        admin.createAcls(List.of(READS_TOPIC, mayRead(ResourceType.GROUP, "readers")))
                .all()
                .get();
        leader = member("leader", Map.of("bootstrap.servers", broker.bootstrapServers()));
        consumer = member(
                "reader",
                Map.of(
                        "bootstrap.servers",
                        broker.loginServers(),
                        "security.protocol",
                        "SASL_PLAINTEXT",
                        "sasl.mechanism",
                        "PLAIN",
                        "sasl.jaas.config",
                        "org.apache.kafka.common.security.plain.PlainLoginModule required username=reader"
                                + " password=\"" + password + "\";"));
    }

    private static KafkaConsumer<byte[], byte[]> member(String name, Map<String, Object> servers) {
        Map<String, Object> settings = new HashMap<>(servers);
        settings.putAll(Map.of(
                "group.id",
                "readers",
                "group.instance.id",
                name,
                "session.timeout.ms",
                SESSION_MILLIS,
                "heartbeat.interval.ms",
                500,
                "metadata.max.age.ms",
                200,
                "auto.offset.reset",
                "earliest",
                "enable.auto.commit",
                false));
        var member = new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer());
        member.subscribe(List.of(TOPIC));
        return member;
    }

    @AfterEach
    void stop() {
        consumer.close();
        leader.close();
        admin.close();
        broker.close();
    }

    @Test
    @DisplayName("A member whose heartbeat thread met an authorization error joins again, once it may read again")
    void joinsAgain() throws Exception {
        // Given
        await().atMost(SOON).until(() -> {
            leader.poll(PORTION);
            return leader.assignment().size() == 2;
        });
        await().atMost(SOON).until(() -> {
            leader.poll(PORTION);
            consumer.poll(PORTION);
            return !consumer.assignment().isEmpty() && secondsAgo() >= 0;
        });
        admin.deleteAcls(List.of(READS_TOPIC.toFilter())).all().get();
        // While nobody polls, the error meets the heartbeat thread, which beats no more. Poll hands it on,
        // and then starts another thread.
        await().during(Duration.ofSeconds(2)).atMost(SOON).until(() -> secondsAgo() > 3);
        admin.createAcls(List.of(READS_TOPIC)).all().get();
        await().atMost(SOON).until(this::refusedByPoll);
        // Then
        await().atMost(SOON).until(() -> {
            leader.poll(PORTION);
            consumer.poll(PORTION);
            heartbeats.joinAgain(consumer);
            return secondsAgo() < 2 && consumer.assignment().size() == 1;
        });
    }

    private boolean refusedByPoll() {
        try {
            consumer.poll(PORTION);
            return false;
        } catch (TopicAuthorizationException e) {
            return true;
        }
    }

    private double secondsAgo() {
        return consumer.metrics().values().stream()
                .filter(metric -> metric.metricName().name().equals("last-heartbeat-seconds-ago"))
                .mapToDouble(metric -> (double) metric.metricValue())
                .max()
                .orElseThrow();
    }

    private static AclBinding mayRead(ResourceType type, String name) {
        return new AclBinding(
                new ResourcePattern(type, name, PatternType.LITERAL),
                new AccessControlEntry("User:reader", "*", AclOperation.READ, AclPermissionType.ALLOW));
    }
}
