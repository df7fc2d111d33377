package io.hawser.ledger.intake;

import io.hawser.ledger.position.LogPartition;
import io.hawser.ledger.position.db.PositionRows;
import io.hawser.ledger.position.kafka.Cursors;
import io.hawser.ledger.tx.db.DatabaseLife;
import io.hawser.ledger.tx.db.Transactions;
import io.hawser.ledger.wiring.LedgerConfig;
import io.smallrye.mutiny.Uni;
import io.smallrye.reactive.messaging.kafka.KafkaClientService;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.OptionalLong;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.TopicPartition;
import org.jboss.logging.Logger;

/** Continues to read a partition from its stored position. */
@ApplicationScoped
public class StoredPosition {
    private static final Logger LOG = Logger.getLogger(StoredPosition.class);

    private final LedgerConfig config;
    private final Cursors cursors;
    private final Transactions transactions;
    private final DatabaseLife life;
    private final KafkaClientService kafka;

    public StoredPosition(
            LedgerConfig config,
            Cursors cursors,
            Transactions transactions,
            DatabaseLife life,
            KafkaClientService kafka) {
        this.life = life;
        this.config = config;
        this.cursors = cursors;
        this.transactions = transactions;
        this.kafka = kafka;
    }

    /** Never fails: it retries without limit. */
    Uni<Void> follow(TopicPartition partition, LogPartition log) {
        return Uni.createFrom()
                .deferred(() -> {
                    // Before the load: after it, a next assignment of the partition may have read on.
                    OptionalLong read = cursor(partition);
                    return transactions
                            .run(tx -> PositionRows.load(tx.statements(), config.service(), log))
                            .chain(stored -> kafka.<byte[], byte[]>getConsumer("intake")
                                    .runOnPollingThread(consumer -> {
                                        seek(consumer, partition, log, stored, read);
                                    }));
                })
                .onFailure()
                .invoke(failure -> LOG.warnf("following %s failed, trying again: %s", partition, failure.getMessage()))
                .onFailure()
                .retry()
                .withBackOff(Duration.ofMillis(100), Duration.ofSeconds(5))
                .indefinitely();
    }

    private void seek(
            Consumer<?, ?> consumer,
            TopicPartition partition,
            LogPartition log,
            OptionalLong stored,
            OptionalLong read) {
        if (!consumer.assignment().contains(partition) || stored.isEmpty()) {
            return;
        }
        long next = stored.getAsLong();
        if (next < read.orElse(next)) {
            // No other replica moves a position back. The start gate handles records that were already acted on.
            life.suspect(partition + " is stored at " + next + " and was read up to " + read.getAsLong());
            return;
        }
        if (next < cursor(partition).orElse(next)) {
            return;
        }
        LOG.infof("%s is read again from the stored position %d", partition, next);
        PolledOffsets.sought(partition, next);
        consumer.seek(partition, next);
        cursors.set(partition, log, next);
    }

    private OptionalLong cursor(TopicPartition partition) {
        return cursors.of(partition)
                .map(cursor -> OptionalLong.of(cursor.next()))
                .orElseGet(OptionalLong::empty);
    }
}
