package io.hawser.ledger.intake;

import io.hawser.ledger.LedgerConfig;
import io.hawser.ledger.position.Cursors;
import io.hawser.ledger.position.PositionRows;
import io.hawser.ledger.position.PositionRows.LogPartition;
import io.hawser.ledger.tx.Transactions;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import io.smallrye.reactive.messaging.kafka.KafkaClientService;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.eclipse.microprofile.reactive.messaging.Incoming;
import org.jboss.logging.Logger;

/**
 * The one channel over all topics that a service reads, in batches, one batch at a time. Exactly once in the database: a batch counts only where the
 * stored position stands at this process's cursor. Never fails: the channel would stop.
 */
@ApplicationScoped
public class Intake {
    private static final Logger LOG = Logger.getLogger(Intake.class);

    private final LedgerConfig config;
    private final BatchApplication application;
    private final Cursors cursors;
    private final Transactions transactions;
    private final KafkaClientService kafka;

    public Intake(
            LedgerConfig config,
            BatchApplication application,
            Cursors cursors,
            Transactions transactions,
            KafkaClientService kafka) {
        this.config = config;
        this.application = application;
        this.cursors = cursors;
        this.transactions = transactions;
        this.kafka = kafka;
    }

    @Incoming("intake")
    Uni<Void> on(ConsumerRecords<byte[], byte[]> polled) {
        IntakeBatch batch = IntakeBatch.of(polled, cursors, PolledOffsets::begun);
        if (batch.isEmpty()) {
            return Uni.createFrom().voidItem();
        }
        return application.apply(batch).chain(moved -> settle(batch, moved));
    }

    private Uni<Void> settle(IntakeBatch batch, Set<LogPartition> moved) {
        batch.slices().stream()
                .filter(slice -> moved.contains(slice.log()))
                .forEach(slice -> cursors.advance(
                        slice.partition(), slice.move().from(), slice.move().to()));
        List<IntakeBatch.Slice> others = batch.slices().stream()
                .filter(slice -> !moved.contains(slice.log()))
                .toList();
        return Multi.createFrom()
                .iterable(others)
                .onItem()
                .transformToUniAndConcatenate(this::followStored)
                .toUni()
                .replaceWithVoid();
    }

    /** Another replica applied these records: go on from where it came to. */
    private Uni<Void> followStored(IntakeBatch.Slice slice) {
        return transactions
                .run(tx -> PositionRows.load(tx.statements(), config.service(), slice.log()))
                .chain(stored -> kafka.<byte[], byte[]>getConsumer("intake").runOnPollingThread(consumer -> {
                    if (consumer.assignment().contains(slice.partition()) && stored.isPresent()) {
                        LOG.infof("%s was read by another replica up to %d", slice.partition(), stored.getAsLong());
                        PolledOffsets.sought(slice.partition(), stored.getAsLong());
                        consumer.seek(slice.partition(), stored.getAsLong());
                        cursors.set(slice.partition(), slice.log(), stored.getAsLong());
                    }
                }))
                .onFailure()
                .invoke(failure ->
                        LOG.warnf("following %s failed, trying again: %s", slice.partition(), failure.getMessage()))
                .onFailure()
                .retry()
                .withBackOff(java.time.Duration.ofMillis(100), java.time.Duration.ofSeconds(5))
                .indefinitely();
    }
}
