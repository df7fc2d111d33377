package io.hawser.ledger.catchup.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.hawser.bus.topic.HawserTopic;
import io.hawser.bus.topic.TopicNames;
import io.hawser.embedded.network.Relay;
import io.hawser.ledger.LedgerServices;
import io.hawser.ledger.catchup.Barrier;
import io.hawser.ledger.position.LogPartition;
import io.hawser.ledger.position.db.PositionRows;
import io.hawser.ledger.tx.db.Transactions;
import io.hawser.ledger.wiring.LedgerConfig;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.smallrye.common.annotation.Identifier;
import jakarta.inject.Inject;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@QuarkusTest
@QuarkusTestResource(LedgerServices.class)
class CatchUpIT {
    private static final Duration SOON = Duration.ofSeconds(60);

    @Inject
    LedgerConfig config;

    @Inject
    CatchUp catchUp;

    @Inject
    TopicNames names;

    @Inject
    Transactions transactions;

    @Inject
    @Identifier("default-kafka-broker")
    Map<String, Object> kafka;

    @Test
    @DisplayName("A service that ends does not wait for a broker that does not answer, nor does what asks meanwhile")
    void endsWithoutTheBrokersAnswer() throws IOException {
        // Given
        URI broker = URI.create("kafka://" + kafka.get("bootstrap.servers"));
        try (Relay silent = new Relay(broker.getHost(), broker.getPort())) {
            silent.swallow();
            Map<String, Object> patient = new HashMap<>(kafka);
            patient.put("bootstrap.servers", "127.0.0.1:" + silent.port());
            patient.put("request.timeout.ms", "600000");
            patient.put("default.api.timeout.ms", "600000");
            CatchUp asking = new CatchUp(config, names, transactions, patient);
            CompletableFuture<?> asked = present(asking);

            // When
            CompletableFuture<Void> closed = CompletableFuture.runAsync(asking::close);

            // Then
            await().atMost(SOON).until(() -> closed.isDone() && asked.isDone());
            await().atMost(SOON).until(() -> CompletableFuture.supplyAsync(() -> present(asking))
                    .join()
                    .isCompletedExceptionally());
        }
    }

    @Test
    @DisplayName("A position beyond the end of its log says that the log lost its end: what is there now is unread, "
            + "although the position is above it")
    void aLogThatLostItsEnd() {
        // Given: an empty topic that this service does not read
        HawserTopic topic = HawserTopic.VOLUMES;
        CatchUp.Present present = catchUp.present(List.of(topic)).await().atMost(SOON);
        LogPartition log = new LogPartition(present.ids().get(names.of(topic)), names.of(topic), 0);
        assertThat(present.barrier().ends()).isEmpty();
        try {
            store(log, 0);
            assertThat(barrier(topic).ends()).isEmpty();

            // When
            store(log, 20);

            // Then
            assertThatThrownBy(() -> barrier(topic))
                    .hasMessageContaining("position 20 of " + log.name() + " lies beyond the log's end 0")
                    .hasMessageContaining("./hawser accept-topic " + log.topic());
        } finally {
            execute("delete from ledger_position where topic_id = $1", log.topicId());
        }
    }

    private Barrier barrier(HawserTopic topic) {
        return catchUp.barrier(List.of(topic)).await().atMost(SOON);
    }

    private void store(LogPartition log, long next) {
        execute("delete from ledger_position where topic_id = $1", log.topicId());
        transactions
                .run(tx -> PositionRows.create(tx.statements(), config.service(), log, next))
                .await()
                .atMost(SOON);
    }

    private void execute(String sql, String parameter) {
        transactions.run(tx -> tx.execute(sql, parameter)).await().atMost(SOON);
    }

    private static CompletableFuture<?> present(CatchUp catchUp) {
        return catchUp.present(List.of(HawserTopic.NODES)).subscribeAsCompletionStage();
    }
}
