package io.hawser.ledger.intake;

import io.hawser.ledger.LedgerConfig;
import io.hawser.ledger.position.Cursors;
import io.hawser.ledger.position.PositionRows;
import io.hawser.ledger.position.PositionRows.LogPartition;
import io.hawser.ledger.tx.DatabaseLife;
import io.hawser.ledger.tx.Transactions;
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
        return transactions
                .run(tx -> PositionRows.load(tx.statements(), config.service(), log))
                .chain(stored -> kafka.<byte[], byte[]>getConsumer("intake").runOnPollingThread(consumer -> {
                    seek(consumer, partition, log, stored);
                }))
                .onFailure()
                .invoke(failure -> LOG.warnf("following %s failed, trying again: %s", partition, failure.getMessage()))
                .onFailure()
                .retry()
                .withBackOff(Duration.ofMillis(100), Duration.ofSeconds(5))
                .indefinitely();
    }

    private void seek(Consumer<?, ?> consumer, TopicPartition partition, LogPartition log, OptionalLong stored) {
        if (!consumer.assignment().contains(partition) || stored.isEmpty()) {
            return;
        }
        long next = stored.getAsLong();
        long cursor = cursors.of(partition).map(Cursors.Cursor::next).orElse(next);
        if (next < cursor) {
            // No other replica moves a position back. The start gate handles records that were already acted on.
            life.suspect(partition + " is stored at " + next + " and was read up to " + cursor);
            return;
        }
        LOG.infof("%s is read again from the stored position %d", partition, next);
        PolledOffsets.sought(partition, next);
        consumer.seek(partition, next);
        cursors.set(partition, log, next);
    }
}
