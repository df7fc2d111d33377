package io.hawser.ledger.outbox.kafka;

import io.hawser.bus.topic.HawserTopic;
import io.hawser.bus.topic.TopicNames;
import io.hawser.ledger.catchup.work.CatchUp;
import io.hawser.ledger.catchup.work.StartGate;
import io.hawser.ledger.outbox.Drawn;
import io.hawser.ledger.topic.kafka.TopicWatch;
import io.hawser.ledger.tx.db.DatabaseLife;
import io.hawser.ledger.tx.db.Transactions;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.TopicPartition;
import org.jboss.logging.Logger;

/**
 * Decides when a shard's relay may begin: when the {@link StartGate} is open, and after the outbox has been compared
 * with the topics. A restored database has rows that may have been sent long ago: an old assignment would follow the
 * tombstone that ended it. Runs once for each number of {@link DatabaseLife}; usually nothing is unsent, and it takes
 * one statement.
 *
 * <p>Used only by the shard's thread.
 */
final class OvertakenRows {
    private static final Logger LOG = Logger.getLogger(OvertakenRows.class);
    private static final int PAGE = 20_000;
    /** Longer than Kafka's client tries two questions. */
    private static final Duration ANSWER = Duration.ofMinutes(3);

    record Parts(
            StartGate gate,
            CatchUp catchUp,
            DatabaseLife life,
            Transactions transactions,
            TopicNames names,
            TopicWatch watch,
            MeterRegistry metrics,
            Supplier<Consumer<byte[], byte[]>> consumers,
            Duration database) {}

    private final int shard;
    private final Parts parts;
    private long comparedIn;

    OvertakenRows(int shard, Parts parts) {
        this.shard = shard;
        this.parts = parts;
    }

    /**
     * Called after rows were read and before they are sent.
     *
     * @param leased whether the shard still belongs to this process; prolongs the lease
     * @return whether these rows may be sent; if not, they must be read again
     */
    boolean maySend(BooleanSupplier leased) {
        long now = parts.life().number();
        if (!parts.gate().isOpen()) {
            return false;
        }
        if (comparedIn == now) {
            return true;
        }
        if (compare(leased)) {
            comparedIn = now;
        }
        return false;
    }

    /** Rows came back that no relay compared while their topic was missing. */
    void compareAgain() {
        comparedIn = 0;
    }

    private boolean compare(BooleanSupplier leased) {
        long after = 0;
        while (true) {
            List<OutboxRows.Row> page = page(after);
            if (page.isEmpty()) {
                return true;
            }
            Map<String, List<OutboxRows.Row>> byTopic = page.stream()
                    .filter(row -> !parts.watch().lost().contains(row.record().topic()))
                    .filter(row -> parts.names()
                            .parse(row.record().topic())
                            .filter(topic -> topic.cleanupPolicy() == HawserTopic.CleanupPolicy.COMPACT)
                            .isPresent())
                    .collect(Collectors.groupingBy(row -> row.record().topic()));
            for (Map.Entry<String, List<OutboxRows.Row>> topic : byTopic.entrySet()) {
                if (!compare(topic.getKey(), topic.getValue(), leased)) {
                    return false;
                }
            }
            after = page.getLast().id();
        }
    }

    private boolean compare(String topic, List<OutboxRows.Row> rows, BooleanSupplier leased) {
        Map<TopicPartition, Long> ends = highWatermarks(topic);
        Optional<Map<String, Drawn>> last;
        try (Consumer<byte[], byte[]> consumer = parts.consumers().get()) {
            last = LastDrawn.read(consumer, topic, rows, ends, leased);
        }
        if (last.isEmpty()) {
            return false;
        }
        List<OutboxRows.Row> overtaken = new ArrayList<>(rows);
        overtaken.removeIf(
                row -> Optional.ofNullable(last.get().get(row.record().key()))
                        .filter(row.drawn()::overtakenBy)
                        .isEmpty());
        if (!overtaken.isEmpty()) {
            LOG.infof(
                    "%d of %d records that were left unsent are not sent: %s holds them, or what came after them",
                    overtaken.size(), rows.size(), topic);
            parts.metrics()
                    .counter("hawser_outbox_overtaken_total", "topic", topic)
                    .increment(overtaken.size());
            parts.transactions()
                    .single(statements -> OutboxRows.delete(statements, shard, overtaken))
                    .await()
                    .atMost(parts.database());
        }
        return true;
    }

    private Map<TopicPartition, Long> highWatermarks(String topic) {
        Map<TopicPartition, Long> ends = new HashMap<>();
        parts.catchUp()
                .present(parts.names().parse(topic).stream().toList())
                .onFailure()
                .transform(failure -> new IllegalStateException(
                        "cannot ask how far " + topic + " goes: " + failure.getMessage(), failure))
                .await()
                .atMost(ANSWER)
                .barrier()
                .ends()
                .forEach((log, end) -> ends.put(new TopicPartition(log.topic(), log.partition()), end));
        return ends;
    }

    private List<OutboxRows.Row> page(long after) {
        return parts.transactions()
                .single(statements -> OutboxRows.emptyAfter(statements, shard, after, PAGE, parts.life()))
                .await()
                .atMost(parts.database());
    }
}
