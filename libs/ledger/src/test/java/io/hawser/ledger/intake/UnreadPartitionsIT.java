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
import io.smallrye.reactive.messaging.kafka.KafkaClientService;
import io.vertx.core.Vertx;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewPartitions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.CooperativeStickyAssignor;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Groups of static members on the real broker. */
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
    UnreadPartitions ofThisService;

    @Inject
    KafkaClientService clients;

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
        make(topic);
        consumer = member("replica-0", topic);
        awaitAssigned(Set.of(first), consumer);
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
        consumer = member("replica-0", topic);
        awaitAssigned(Set.of(first), consumer);
        UnreadPartitions unread = unread(consumer, Map.of(topic, 2));

        // When
        look(unread);
        // Then
        assertThat(asked).hasValue(0);

        // When
        look(unread);
        // Then
        assertThat(asked).hasValue(1);
        awaitAssigned(Set.of(first, added), consumer);

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
        UnreadPartitions unread = unread(consumer, Map.of(topic, 2));

        // When
        for (int i = 0; i < 21; i++) {
            look(unread);
        }
        // Then
        assertThat(asked).hasValue(1);
        look(unread);
        assertThat(asked).hasValue(2);
    }

    @Test
    @DisplayName("A topic that only the next release reads gets a reader after both members were replaced, also if the"
            + " member that does not lead asks")
    void aTopicThatTheNextReleaseReads() throws Exception {
        // Given
        String more = topic + "-more";
        make(more);
        KafkaConsumer<byte[], byte[]> second = member("replica-1", topic);
        try {
            awaitAssigned(Set.of(first), consumer, second);
            consumer.close();
            consumer = member("replica-0", topic, more);
            awaitAssigned(Set.of(first), consumer, second);
            second.close();
            second = member("replica-1", topic, more);
            awaitAssigned(Set.of(first), consumer, second);
            UnreadPartitions unread = unread(second, Map.of(topic, 1, more, 1));

            // When
            look(unread);
            look(unread);
            // Then
            assertThat(asked).hasValue(1);
            awaitAssigned(Set.of(first, new TopicPartition(more, 0)), consumer, second);
        } finally {
            second.close();
        }
    }

    @Test
    @DisplayName("It is the intake of this service whose group is rebalanced")
    void theIntakeIsAsked() {
        // Given
        await().atMost(SOON).until(() -> generation() > 0);
        int before = generation();

        // When
        ofThisService.rebalance().await().atMost(SOON);

        // Then
        await().atMost(SOON).until(() -> generation() > before);
    }

    private int generation() {
        return clients.<byte[], byte[]>getConsumer("intake")
                .runOnPollingThread((Function<Consumer<byte[], byte[]>, Integer>)
                        intake -> intake.groupMetadata().generationId())
                .await()
                .atMost(SOON);
    }

    private void make(String name) throws Exception {
        admin.createTopics(List.of(new NewTopic(name, 1, (short) 1))).all().get();
    }

    /** Nothing polls meanwhile, so that only the looks can change the assignment. */
    private static void look(UnreadPartitions unread) {
        unread.look().await().atMost(SOON);
    }

    /** All members are of the same generation, and together have these partitions. */
    @SafeVarargs
    private static void awaitAssigned(Set<TopicPartition> wanted, KafkaConsumer<byte[], byte[]>... members) {
        await().atMost(SOON).untilAsserted(() -> {
            Set<TopicPartition> assigned = new HashSet<>();
            Set<Integer> generations = new HashSet<>();
            for (KafkaConsumer<byte[], byte[]> member : members) {
                member.poll(PORTION);
                assigned.addAll(member.assignment());
                generations.add(member.groupMetadata().generationId());
            }
            assertThat(assigned).isEqualTo(wanted);
            assertThat(generations).hasSize(1).allMatch(generation -> generation > 0);
        });
    }

    /** @param partitions how many each topic has */
    private UnreadPartitions unread(KafkaConsumer<byte[], byte[]> asking, Map<String, Integer> partitions) {
        TopicWatch watch = new TopicWatch(config, needed, maker, new SimpleMeterRegistry(), admin) {
            @Override
            public Optional<Life> present(String name) {
                return Optional.of(new Life("now", partitions.get(name)));
            }
        };
        return new UnreadPartitions(watch, admin, null, vertx, List.copyOf(partitions.keySet()), topic) {
            @Override
            Uni<Void> rebalance() {
                asked.incrementAndGet();
                asking.enforceRebalance();
                return Uni.createFrom().voidItem();
            }
        };
    }

    private KafkaConsumer<byte[], byte[]> member(String instance, String... topics) {
        Map<String, Object> settings = new HashMap<>(kafka);
        settings.put("group.id", topic);
        settings.put("group.instance.id", instance);
        settings.put("session.timeout.ms", "30000");
        settings.put("partition.assignment.strategy", CooperativeStickyAssignor.class.getName());
        KafkaConsumer<byte[], byte[]> member =
                new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer());
        member.subscribe(List.of(topics));
        return member;
    }
}
