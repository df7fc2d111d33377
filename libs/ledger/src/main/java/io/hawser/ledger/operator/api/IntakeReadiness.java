package io.hawser.ledger.operator.api;

import io.hawser.ledger.intake.DatabaseWait;
import io.hawser.ledger.intake.IntakeProgress;
import io.hawser.ledger.intake.ReadingOrder;
import io.hawser.ledger.intake.StoppedPartitions;
import io.hawser.ledger.position.kafka.Cursors;
import io.smallrye.health.api.AsyncHealthCheck;
import io.smallrye.mutiny.Uni;
import io.smallrye.reactive.messaging.kafka.KafkaClientService;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.Readiness;

/**
 * Ready once the intake has joined its group. It need not have a partition, because there may be more replicas than
 * partitions. Not ready while its polling thread waits (for example for positions while the database is away), while it
 * makes no progress ({@link IntakeProgress}), while records wait for the database ({@link DatabaseWait}), or while a
 * partition waits until its next record can be applied ({@link StoppedPartitions}). Reports the reason, the number of
 * its partitions, and the topics that wait until others are read.
 */
@Readiness
@ApplicationScoped
public class IntakeReadiness implements AsyncHealthCheck {
    private static final Duration ANSWER_WITHIN = Duration.ofSeconds(2);

    private final KafkaClientService kafka;
    private final Cursors cursors;
    private final ReadingOrder order;
    private final StoppedPartitions stopped;
    private final DatabaseWait databaseWait;
    private final IntakeProgress progress;

    public IntakeReadiness(
            KafkaClientService kafka,
            Cursors cursors,
            ReadingOrder order,
            StoppedPartitions stopped,
            DatabaseWait databaseWait,
            IntakeProgress progress) {
        this.kafka = kafka;
        this.cursors = cursors;
        this.order = order;
        this.stopped = stopped;
        this.databaseWait = databaseWait;
        this.progress = progress;
    }

    @Override
    public Uni<HealthCheckResponse> call() {
        // By an emitter: the time limit starts at the subscription, which would otherwise run on the polling thread
        // itself.
        return Uni.createFrom()
                .<IntakeProgress.Membership>emitter(answer -> kafka.<byte[], byte[]>getConsumer("intake")
                        .runOnPollingThread(progress::membership)
                        .subscribe()
                        .with(answer::complete, answer::fail))
                .ifNoItem()
                .after(ANSWER_WITHIN)
                .fail()
                .chain(progress::troubles)
                .onFailure()
                .recoverWithItem(List.of("the polling thread does not answer: it waits for broker or database"))
                .map(this::response);
    }

    private HealthCheckResponse response(List<String> troubles) {
        List<String> all = Stream.of(
                        databaseWait.message().stream(),
                        troubles.stream(),
                        stopped.sentences().entrySet().stream().map(stop -> stop.getKey() + ": " + stop.getValue()))
                .flatMap(sentences -> sentences)
                .toList();
        return HealthCheckResponse.named("intake")
                .status(all.isEmpty())
                .withData("partitions", cursors.all().size())
                .withData("heldBack", String.join(", ", order.heldBack()))
                .withData("waitsFor", String.join("; ", all))
                .build();
    }
}
