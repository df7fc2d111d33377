package io.hawser.ledger.catchup.work;

import static org.awaitility.Awaitility.await;

import io.hawser.bus.topic.HawserTopic;
import io.hawser.bus.topic.TopicNames;
import io.hawser.embedded.network.Relay;
import io.hawser.ledger.LedgerServices;
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
            CatchUp catchUp = new CatchUp(config, names, transactions, patient);
            CompletableFuture<?> asked = present(catchUp);

            // When
            CompletableFuture<Void> closed = CompletableFuture.runAsync(catchUp::close);

            // Then
            await().atMost(SOON).until(() -> closed.isDone() && asked.isDone());
            await().atMost(SOON).until(() -> CompletableFuture.supplyAsync(() -> present(catchUp))
                    .join()
                    .isCompletedExceptionally());
        }
    }

    private static CompletableFuture<?> present(CatchUp catchUp) {
        return catchUp.present(List.of(HawserTopic.NODES)).subscribeAsCompletionStage();
    }
}
