package io.hawser.ledger.intake;

import io.hawser.ledger.position.LogPartition;
import io.hawser.ledger.position.db.PositionRows;
import io.hawser.ledger.position.db.PositionRows.Move;
import io.hawser.ledger.position.kafka.Cursors;
import io.hawser.ledger.tx.db.Periodic;
import io.hawser.ledger.tx.db.Transactions;
import io.hawser.ledger.wiring.LedgerConfig;
import io.smallrye.mutiny.Uni;
import io.smallrye.reactive.messaging.kafka.KafkaClientService;
import io.vertx.core.Vertx;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Produces;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.TopicPartition;
import org.jboss.logging.Logger;

/**
 * Moves positions past transaction markers and compacted gaps at a partition's end, where no record would move them: a
 * wait for a high watermark would never end. Acts only when everything polled below {@code position()} has been
 * applied.
 */
@ApplicationScoped
public class MarkerSkips {
    private static final Logger LOG = Logger.getLogger(MarkerSkips.class);
    private static final Duration EVERY = Duration.ofMillis(250);

    private final LedgerConfig config;
    private final Cursors cursors;
    private final Transactions transactions;
    private final KafkaClientService kafka;

    @Produces
    final Periodic skips;

    public MarkerSkips(
            LedgerConfig config, Cursors cursors, Transactions transactions, KafkaClientService kafka, Vertx vertx) {
        this.config = config;
        this.cursors = cursors;
        this.transactions = transactions;
        this.kafka = kafka;
        this.skips = new Periodic(
                vertx,
                EVERY,
                this::skip,
                failure -> LOG.debugf("skipping markers failed, trying again: %s", failure.getMessage()));
    }

    private Uni<Void> skip() {
        return cursors.all().isEmpty()
                ? Uni.createFrom().voidItem()
                : kafka.<byte[], byte[]>getConsumer("intake")
                        .runOnPollingThread(this::beyond)
                        .chain(this::move);
    }

    private record Skip(TopicPartition partition, LogPartition log, Move move) {}

    private Map<LogPartition, Skip> beyond(Consumer<byte[], byte[]> consumer) {
        Map<LogPartition, Skip> skips = new HashMap<>();
        cursors.all().forEach((partition, cursor) -> {
            if (consumer.assignment().contains(partition)) {
                skip(cursor.next(), PolledOffsets.last(partition), consumer.position(partition))
                        .ifPresent(move -> skips.put(cursor.log(), new Skip(partition, cursor.log(), move)));
            }
        });
        return skips;
    }

    /** @param polled offset of the last polled record, applied or not */
    static Optional<Move> skip(long cursor, long polled, long position) {
        return polled < cursor && position > cursor ? Optional.of(new Move(cursor, position)) : Optional.empty();
    }

    private Uni<Void> move(Map<LogPartition, Skip> skips) {
        if (skips.isEmpty()) {
            return Uni.createFrom().voidItem();
        }
        Map<LogPartition, Move> moves = new HashMap<>();
        skips.forEach((log, skip) -> moves.put(log, skip.move()));
        return transactions
                .run(tx -> PositionRows.move(tx.statements(), config.service(), moves))
                .invoke(moved -> moved.forEach(log -> {
                    Skip skip = Objects.requireNonNull(skips.get(log));
                    cursors.advance(
                            skip.partition(), skip.move().from(), skip.move().to());
                }))
                .replaceWithVoid();
    }
}
