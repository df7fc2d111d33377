package io.hawser.ledger.operator;

import io.hawser.ledger.intake.ReadingOrder;
import io.hawser.ledger.position.Cursors;
import io.smallrye.health.api.AsyncHealthCheck;
import io.smallrye.mutiny.Uni;
import io.smallrye.reactive.messaging.kafka.KafkaClientService;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import org.apache.kafka.clients.consumer.Consumer;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.Readiness;

/**
 * Ready once the intake has joined its group. Not: once it was given a partition, because there may be more replicas than partitions. Not ready
 * while its polling thread waits, as it does for positions while the database is away, and when it could send no heartbeat for so long that the group has put
 * it out: the broker is away. Tells how many partitions it reads, and which topics wait until others are read.
 */
@Readiness
@ApplicationScoped
public class IntakeReadiness implements AsyncHealthCheck {
    private static final Duration ANSWER_WITHIN = Duration.ofSeconds(2);

    private final KafkaClientService kafka;
    private final Cursors cursors;
    private final ReadingOrder order;
    private final Duration sessionTimeout;

    public IntakeReadiness(
            KafkaClientService kafka,
            Cursors cursors,
            ReadingOrder order,
            @ConfigProperty(name = "mp.messaging.incoming.intake.session.timeout.ms") long sessionTimeout) {
        this.kafka = kafka;
        this.cursors = cursors;
        this.order = order;
        this.sessionTimeout = Duration.ofMillis(sessionTimeout);
    }

    @Override
    public Uni<HealthCheckResponse> call() {
        return Uni.createFrom()
                .deferred(() -> kafka.<byte[], byte[]>getConsumer("intake").runOnPollingThread(consumer -> {
                    return consumer.groupMetadata().generationId() >= 0 && heartbeats(consumer);
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

    /** Kafka's own figure is in seconds, and negative before the first heartbeat. */
    private boolean heartbeats(Consumer<?, ?> consumer) {
        return consumer.metrics().values().stream()
                .filter(metric -> metric.metricName().name().equals("last-heartbeat-seconds-ago"))
                .allMatch(metric -> (double) metric.metricValue() <= sessionTimeout.toSeconds());
    }
}
