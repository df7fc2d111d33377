package io.hawser.ledger.intake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hawser.bus.envelope.Decoded;
import io.hawser.bus.topic.HawserTopic;
import io.hawser.bus.topic.TopicNames;
import io.hawser.ledger.LedgerServices;
import io.hawser.ledger.catchup.work.CatchUp;
import io.hawser.ledger.tx.db.LedgerTransaction;
import io.hawser.ledger.tx.db.Transactions;
import io.hawser.ledger.wiring.LedgerConfig;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.smallrye.common.annotation.Identifier;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@QuarkusTest
@QuarkusTestResource(LedgerServices.class)
class ReadingOrderIT {
    private static final Duration SOON = Duration.ofSeconds(60);

    @Inject
    LedgerConfig config;

    @Inject
    Transactions transactions;

    @Inject
    PausedPartitions paused;

    @Inject
    Vertx vertx;

    @Inject
    Admin admin;

    @Inject
    @Identifier("default-kafka-broker")
    Map<String, Object> kafka;

    private final AtomicBoolean read = new AtomicBoolean();

    @Test
    @DisplayName("A partition that moves here after everything was read is not held back, also while a topic before"
            + " it is gone")
    void aPartitionThatMoves() {
        // Given
        TopicNames names = new TopicNames("o" + UUID.randomUUID() + ".");
        CatchUp catchUp = new CatchUp(config, names, transactions, kafka);
        ReadingOrder order = new ReadingOrder(new Waiting(), names, catchUp, transactions, paused, read::get, vertx);
        TopicPartition mounts = new TopicPartition(names.of(HawserTopic.MOUNTS), 0);
        order.assigned(List.of(mounts));
        assertThat(order.holdsBack(mounts)).as("while it starts").isTrue();
        ReadingOrder later = new ReadingOrder(new Waiting(), names, catchUp, transactions, paused, read::get, vertx);

        // When
        read.set(true);
        later.assigned(List.of(mounts));

        // Then
        assertThat(later.holdsBack(mounts)).isFalse();
    }

    @Test
    @DisplayName("A topic that waits for one that is gone holds back no other topic")
    void oneIsGone() throws Exception {
        // Given
        TopicNames names = new TopicNames("o" + UUID.randomUUID() + ".");
        admin.createTopics(List.of(new NewTopic(names.of(HawserTopic.NODES), Optional.of(1), Optional.empty())))
                .all()
                .get();
        CatchUp catchUp = new CatchUp(config, names, transactions, kafka);
        ReadingOrder order = new ReadingOrder(new Waiting(), names, catchUp, transactions, paused, read::get, vertx);
        TopicPartition tasks = new TopicPartition(names.of(HawserTopic.TASKS), 0);
        TopicPartition mounts = new TopicPartition(names.of(HawserTopic.MOUNTS), 0);
        order.assigned(List.of(tasks, mounts));
        assertThat(order.holdsBack(tasks)).isTrue();

        // When
        order.looks.start();

        // Then
        await().atMost(SOON).until(() -> !order.holdsBack(tasks));
        assertThat(order.holdsBack(mounts)).isTrue();
        order.looks.stop();
    }

    @Test
    @DisplayName("A topic waits until what its records depend on is known, and asks again after a failure; another"
            + " topic does not wait for that")
    void whatHasToBeKnown() throws Exception {
        // Given
        TopicNames names = new TopicNames("o" + UUID.randomUUID() + ".");
        admin.createTopics(List.of(new NewTopic(names.of(HawserTopic.NODES), Optional.of(1), Optional.empty())))
                .all()
                .get();
        AtomicBoolean known = new AtomicBoolean();
        RecordHandler handler = new Waiting() {
            @Override
            public Map<HawserTopic, Set<HawserTopic>> readAfter() {
                return Map.of(
                        HawserTopic.TASKS, Set.of(HawserTopic.NODES), HawserTopic.MOUNTS, Set.of(HawserTopic.NODES));
            }

            @Override
            public Uni<Void> beforeReading(HawserTopic topic) {
                return topic == HawserTopic.TASKS || known.get()
                        ? Uni.createFrom().voidItem()
                        : Uni.createFrom().failure(new IllegalStateException("not known yet"));
            }
        };
        CatchUp catchUp = new CatchUp(config, names, transactions, kafka);
        ReadingOrder order = new ReadingOrder(handler, names, catchUp, transactions, paused, read::get, vertx);
        TopicPartition tasks = new TopicPartition(names.of(HawserTopic.TASKS), 0);
        TopicPartition mounts = new TopicPartition(names.of(HawserTopic.MOUNTS), 0);
        order.assigned(List.of(tasks, mounts));
        order.looks.start();
        await().atMost(SOON).until(() -> !order.holdsBack(tasks));
        assertThat(order.holdsBack(mounts)).isTrue();

        // When
        known.set(true);

        // Then
        await().atMost(SOON).until(() -> !order.holdsBack(mounts));
        order.looks.stop();
    }

    /** Nodes are there, plugins are not. */
    private static class Waiting implements RecordHandler {
        @Override
        public Map<HawserTopic, Set<HawserTopic>> readAfter() {
            return Map.of(
                    HawserTopic.TASKS, Set.of(HawserTopic.NODES), HawserTopic.MOUNTS, Set.of(HawserTopic.PLUGINS));
        }

        @Override
        public Uni<Void> apply(LedgerTransaction tx, List<Decoded> records) {
            return Uni.createFrom().voidItem();
        }

        @Override
        public List<SampleStep> sample(String name) {
            return List.of();
        }
    }
}
