package io.hawser.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.hawser.bus.topic.HawserTopic;
import io.hawser.bus.topic.TopicCreator;
import io.hawser.bus.topic.TopicNames;
import io.hawser.ledger.catchup.Barrier;
import io.hawser.ledger.catchup.work.CatchUp;
import io.hawser.ledger.catchup.work.StartGate;
import io.hawser.ledger.operator.api.LedgerReadiness;
import io.hawser.ledger.position.db.EarlierLives;
import io.hawser.ledger.topic.kafka.TopicWatch;
import io.hawser.ledger.tx.db.DatabaseLife;
import io.hawser.ledger.tx.db.Transactions;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.smallrye.common.annotation.Identifier;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.kafka.clients.admin.Admin;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@QuarkusTest
@QuarkusTestResource(LedgerServices.class)
class RemadeTopicIT {
    private static final Duration SOON = Duration.ofSeconds(60);

    @Inject
    Transactions transactions;

    @Inject
    DatabaseLife life;

    @Inject
    StartGate gate;

    @Inject
    CatchUp catchUp;

    @Inject
    TopicWatch watch;

    @Inject
    TaskLog tasks;

    @Inject
    TopicNames names;

    @Inject
    LedgerReadiness readiness;

    @Inject
    @Identifier("default-kafka-broker")
    Map<String, Object> kafka;

    private final String run = "s" + UUID.randomUUID();

    @Test
    @DisplayName(
            "A source topic that is made again is read from its start; what depends on it waits until it is accepted")
    void isReadFromItsStart() throws Exception {
        // Given
        await().atMost(SOON).until(gate::isOpen);
        String topic = names.of(HawserTopic.TASKS);
        tasks.writeTogether(run, List.of(run + "-1", run + "-2", run + "-3"));
        await().atMost(SOON).until(() -> tasks.count(run) == 3);
        Barrier before = barrier();
        await().atMost(SOON).until(() -> reached(before));
        Barrier unreached = new Barrier(Map.of(before.ends().keySet().iterator().next(), Long.MAX_VALUE - 1));

        // When
        try (Admin admin = Admin.create(kafka)) {
            admin.deleteTopics(List.of(topic)).all().get();
            // The broker lists it until it has heard of the deletion, and a topic that is listed is not made.
            await().atMost(SOON).until(() -> !admin.listTopics().names().get().contains(topic));
            await().atMost(SOON).ignoreExceptions().until(() -> {
                new TopicCreator(admin, names).ensure(List.of(HawserTopic.TASKS));
                return admin.listTopics().names().get().contains(topic);
            });
        }
        tasks.writeTogether(run + "-b", List.of(run + "-4", run + "-5"));
        tasks.writeTogether(run, List.of(run + "-6"));

        // Then
        await().atMost(SOON).until(() -> tasks.count(run) == 4);
        await().atMost(SOON).until(() -> said().contains("./hawser accept-topic " + topic));
        assertThatThrownBy(this::barrier).hasMessageContaining(topic);
        assertThat(reached(before)).isTrue();
        assertThat(reached(unreached)).isFalse();

        // When
        assertThat(accept(topic)).isTrue();

        // Then
        await().atMost(SOON).until(() -> said().isEmpty());
        Barrier after = barrier();
        await().atMost(SOON).until(() -> reached(after));
        assertThat(reached(unreached)).isTrue();

        // When: a standby takes over that does not know of it yet
        transactions
                .run(tx -> tx.execute(
                        "update ledger_position set next = 5 where topic = $1 and topic_id <> $2", topic, id(topic)))
                .await()
                .atMost(SOON);
        life.suspect("a test");

        // Then
        await().atMost(SOON).until(() -> said().contains("./hawser accept-topic " + topic));
        accept(topic);
        await().atMost(SOON).until(() -> said().isEmpty() && gate.isOpen());
    }

    private boolean accept(String topic) {
        return transactions
                .single(statements -> EarlierLives.close(statements, "ledger-test", topic, id(topic)))
                .await()
                .atMost(SOON);
    }

    private String id(String topic) {
        return watch.present(topic).orElseThrow().id();
    }

    private Barrier barrier() {
        return catchUp.barrier(List.of(HawserTopic.TASKS)).await().atMost(SOON);
    }

    private boolean reached(Barrier barrier) {
        return transactions
                .run(catchUp::positions)
                .map(barrier::reachedBy)
                .await()
                .atMost(SOON);
    }

    private String said() {
        return readiness.topics().call().getData().orElseThrow().get("waitsFor").toString();
    }
}
