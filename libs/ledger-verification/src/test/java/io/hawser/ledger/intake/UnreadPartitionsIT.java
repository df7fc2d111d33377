package io.hawser.ledger.intake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hawser.bus.right.NeededRights;
import io.hawser.ledger.LedgerServices;
import io.hawser.ledger.topic.kafka.LostTopicMaker;
import io.hawser.ledger.topic.kafka.TopicWatch;
import io.hawser.ledger.wiring.LedgerConfig;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.smallrye.common.annotation.Identifier;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewPartitions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.CooperativeStickyAssignor;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** A group of one static member on the real broker. */
@QuarkusTest
@QuarkusTestResource(LedgerServices.class)
class UnreadPartitionsIT {
    private static final Duration SOON = Duration.ofSeconds(60);
    private static final Duration PORTION = Duration.ofMillis(100);

    @Inject
    LedgerConfig config;

    @Inject
    NeededRights needed;

    @Inject
    LostTopicMaker maker;

    @Inject
    Vertx vertx;

    @Inject
    @Identifier("default-kafka-broker")
    Map<String, Object> kafka;

    private final String topic = "added-" + UUID.randomUUID();
    private final TopicPartition first = new TopicPartition(topic, 0);
    private final TopicPartition added = new TopicPartition(topic, 1);
    private final AtomicInteger asked = new AtomicInteger();
    private Admin admin;
    private KafkaConsumer<byte[], byte[]> consumer;

    @BeforeEach
    void start() throws Exception {
        admin = Admin.create(kafka);
        admin.createTopics(List.of(new NewTopic(topic, 1, (short) 1))).all().get();
        consumer = member();
        awaitAssigned(Set.of(first));
    }

    @AfterEach
    void stop() {
        consumer.close();
        admin.close();
    }

    @Test
    @DisplayName(
            "A partition that is added while the group's only member restarts gets a reader at the second look that"
                    + " misses one")
    void aPartitionThatIsAddedDuringARestart() throws Exception {
        // Given
        consumer.close();
        admin.createPartitions(Map.of(topic, NewPartitions.increaseTo(2))).all().get();
        consumer = member();
        awaitAssigned(Set.of(first));
        UnreadPartitions unread = unread();

        // When
        look(unread);
        // Then
        assertThat(asked).hasValue(0);

        // When
        look(unread);
        // Then
        assertThat(asked).hasValue(1);
        awaitAssigned(Set.of(first, added));

        // When
        look(unread);
        look(unread);
        // Then
        assertThat(asked).hasValue(1);
    }

    @Test
    @DisplayName("If a rebalance does not give a partition a reader, it is asked for once in 20 looks")
    void whatNoRebalanceEnds() {
        // Given: the topic has one partition, and the watch says two.
        UnreadPartitions unread = unread();

        // When
        for (int i = 0; i < 21; i++) {
            look(unread);
        }
        // Then
        assertThat(asked).hasValue(1);
        look(unread);
        assertThat(asked).hasValue(2);
    }

    /** Nothing polls meanwhile, so that only the looks can change the assignment. */
    private static void look(UnreadPartitions unread) {
        unread.look().await().atMost(SOON);
    }

    private void awaitAssigned(Set<TopicPartition> wanted) {
        await().atMost(SOON).untilAsserted(() -> {
            consumer.poll(PORTION);
            assertThat(consumer.assignment()).isEqualTo(wanted);
        });
    }

    private UnreadPartitions unread() {
        TopicWatch watch = new TopicWatch(config, needed, maker, new SimpleMeterRegistry(), admin) {
            @Override
            public Optional<Life> present(String name) {
                return Optional.of(new Life("now", 2));
            }
        };
        return new UnreadPartitions(watch, admin, null, vertx, List.of(topic), topic) {
            @Override
            Uni<Void> rebalance() {
                asked.incrementAndGet();
                consumer.enforceRebalance();
                return Uni.createFrom().voidItem();
            }
        };
    }

    private KafkaConsumer<byte[], byte[]> member() {
        Map<String, Object> settings = new HashMap<>(kafka);
        settings.put("group.id", topic);
        settings.put("group.instance.id", "replica-0");
        settings.put("session.timeout.ms", "30000");
        settings.put("partition.assignment.strategy", CooperativeStickyAssignor.class.getName());
        KafkaConsumer<byte[], byte[]> member =
                new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer());
        member.subscribe(List.of(topic));
        return member;
    }
}
