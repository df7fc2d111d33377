package io.hawser.ledger.intake;

import io.hawser.ledger.LedgerConfig;
import io.hawser.ledger.position.Cursors;
import io.hawser.ledger.position.PositionRows;
import io.hawser.ledger.position.PositionRows.LogPartition;
import io.hawser.ledger.tx.Transactions;
import io.smallrye.mutiny.Uni;
import io.smallrye.reactive.messaging.kafka.KafkaClientService;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.TopicPartition;
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
        Uni<Void> applied = batch.isEmpty()
                ? Uni.createFrom().voidItem()
                : application.apply(batch).chain(moved -> settle(batch, moved));
        // Whoever left the hole has mostly sought back already; nothing else would fill it if not.
        return applied.chain(() -> InOrder.each(batch.holes(), hole -> followStored(hole.partition(), hole.log())));
    }

    private Uni<Void> settle(IntakeBatch batch, Set<LogPartition> moved) {
        batch.slices().stream()
                .filter(slice -> moved.contains(slice.log()))
                .forEach(slice -> cursors.advance(
                        slice.partition(), slice.move().from(), slice.move().to()));
        List<IntakeBatch.Slice> others = batch.slices().stream()
                .filter(slice -> !moved.contains(slice.log()))
                .toList();
        return InOrder.each(others, slice -> followStored(slice.partition(), slice.log()));
    }

    /** Another replica applied these records, or they are not what comes next: go on from the stored position. */
    private Uni<Void> followStored(TopicPartition partition, LogPartition log) {
        return transactions
                .run(tx -> PositionRows.load(tx.statements(), config.service(), log))
                .chain(stored -> kafka.<byte[], byte[]>getConsumer("intake").runOnPollingThread(consumer -> {
                    if (consumer.assignment().contains(partition) && stored.isPresent()) {
                        LOG.infof("%s is read again from the stored position %d", partition, stored.getAsLong());
                        PolledOffsets.sought(partition, stored.getAsLong());
                        consumer.seek(partition, stored.getAsLong());
                        cursors.set(partition, log, stored.getAsLong());
                    }
                }))
                .onFailure()
                .invoke(failure -> LOG.warnf("following %s failed, trying again: %s", partition, failure.getMessage()))
                .onFailure()
                .retry()
                .withBackOff(java.time.Duration.ofMillis(100), java.time.Duration.ofSeconds(5))
                .indefinitely();
    }
}
