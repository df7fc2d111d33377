package io.hawser.ledger.operator;

import io.hawser.ledger.intake.ReadingOrder;
import io.hawser.ledger.position.Cursors;
import io.smallrye.health.api.AsyncHealthCheck;
import io.smallrye.mutiny.Uni;
import io.smallrye.reactive.messaging.kafka.KafkaClientService;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.Readiness;

/**
 * Ready once the intake has joined its group. Not: once it was given a partition, because there may be more replicas than partitions. Not ready
 * while its polling thread waits, as it does for positions while the database is away. Tells how many partitions it reads, and which topics wait until others are read.
 */
@Readiness
@ApplicationScoped
public class IntakeReadiness implements AsyncHealthCheck {
    private static final Duration ANSWER_WITHIN = Duration.ofSeconds(2);

    private final KafkaClientService kafka;
    private final Cursors cursors;
    private final ReadingOrder order;

    public IntakeReadiness(KafkaClientService kafka, Cursors cursors, ReadingOrder order) {
        this.kafka = kafka;
        this.cursors = cursors;
        this.order = order;
    }

    @Override
    public Uni<HealthCheckResponse> call() {
        return Uni.createFrom()
                .deferred(() -> kafka.<byte[], byte[]>getConsumer("intake").runOnPollingThread(consumer -> {
                    return consumer.groupMetadata().generationId() >= 0;
                }))
                .ifNoItem()
                .after(ANSWER_WITHIN)
                .fail()
                .onFailure()
                .recoverWithItem(false)
                .map(joined -> HealthCheckResponse.named("intake")
                        .status(joined)
                        .withData("partitions", cursors.all().size())
                        .withData("heldBack", String.join(", ", order.heldBack()))
                        .build());
    }
}
