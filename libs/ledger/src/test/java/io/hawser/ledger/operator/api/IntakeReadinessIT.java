package io.hawser.ledger.operator.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hawser.ledger.LedgerServices;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.smallrye.mutiny.Uni;
import io.smallrye.reactive.messaging.kafka.KafkaClientService;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.HealthCheckResponse.Status;
import org.eclipse.microprofile.health.Readiness;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@QuarkusTest
@QuarkusTestResource(LedgerServices.class)
class IntakeReadinessIT {
    private static final Duration SOON = Duration.ofSeconds(60);

    @Inject
    @Readiness
    IntakeReadiness readiness;

    @Inject
    KafkaClientService kafka;

    @Test
    @DisplayName("While the polling thread waits for something the intake is not ready and says so, "
            + "and it is ready again by itself")
    void thePollingThreadDoesNotAnswer() {
        // Given
        await().atMost(SOON).until(() -> asked().getStatus() == Status.UP);
        CountDownLatch goesOn = new CountDownLatch(1);
        Uni<Void> waits = kafka.<byte[], byte[]>getConsumer("intake").runOnPollingThread(consumer -> {
            awaitUninterruptibly(goesOn);
        });
        waits.subscribe().with(ignored -> {});
        try {
            // When
            HealthCheckResponse response = asked();

            // Then
            assertThat(response.getStatus()).isEqualTo(Status.DOWN);
            assertThat(response.getData().orElseThrow())
                    .containsEntry("waitsFor", "the polling thread does not answer: it waits for broker or database");
        } finally {
            goesOn.countDown();
        }
        await().atMost(SOON).until(() -> asked().getStatus() == Status.UP);
    }

    private HealthCheckResponse asked() {
        return readiness.call().await().atMost(SOON);
    }

    private static void awaitUninterruptibly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
