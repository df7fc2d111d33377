package io.hawser.ledger.intake;

import io.hawser.ledger.position.kafka.Cursors;
import io.hawser.ledger.tx.db.InOrder;
import io.hawser.ledger.tx.db.Periodic;
import io.hawser.ledger.wiring.LedgerConfig;
import io.smallrye.mutiny.Uni;
import io.smallrye.reactive.messaging.kafka.KafkaClientService;
import io.vertx.core.Vertx;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Produces;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.TopicPartition;
import org.jboss.logging.Logger;

/**
 * Finds partitions with polled records that never reached the intake, and reads them again. The connector buffers
 * between the two. If it ever dropped records, nothing else would notice before the partition's next record, which may
 * never come.
 */
@ApplicationScoped
public class LostPolls {
    private static final Logger LOG = Logger.getLogger(LostPolls.class);
    private static final int LOOKS = 5;

    private final Cursors cursors;
    private final StoredPosition stored;
    private final KafkaClientService kafka;

    @Produces
    final Periodic looks;
    /** Used only on the polling thread. */
    private final Map<TopicPartition, Waiting> waiting = new HashMap<>();

    private volatile boolean applying;
    private final AtomicLong handed = new AtomicLong();

    public LostPolls(
            LedgerConfig config, Cursors cursors, StoredPosition stored, KafkaClientService kafka, Vertx vertx) {
        this.cursors = cursors;
        this.stored = stored;
        this.kafka = kafka;
        this.looks = new Periodic(
                vertx,
                Duration.ofMillis(Math.max(1, config.intake().lostAfter().toMillis() / LOOKS)),
                this::look,
                failure -> LOG.debugf("looking for lost polls failed, trying again: %s", failure.getMessage()));
    }

    /**
     * A partition with polled records beyond its cursor, seen that many times in a row while nothing was being applied.
     */
    private record Waiting(long cursor, long handed, int looks) {}

    /** The intake received a batch; one at a time. */
    void begun() {
        applying = true;
        handed.incrementAndGet();
    }

    /** The intake has finished the batch. */
    void ended() {
        applying = false;
    }

    private Uni<Void> look() {
        return cursors.all().isEmpty()
                ? Uni.createFrom().voidItem()
                : kafka.<byte[], byte[]>getConsumer("intake")
                        .runOnPollingThread(this::lost)
                        .chain(lost -> InOrder.each(lost, this::readAgain));
    }

    private List<TopicPartition> lost(Consumer<byte[], byte[]> consumer) {
        Map<TopicPartition, Waiting> before = Map.copyOf(waiting);
        waiting.clear();
        if (applying) {
            // Buffered records come when this batch is finished.
            return List.of();
        }
        cursors.all().forEach((partition, cursor) -> {
            if (PolledOffsets.last(partition) < cursor.next()
                    || !consumer.assignment().contains(partition)) {
                return;
            }
            Waiting seen = before.get(partition);
            int looks = seen != null && seen.cursor() == cursor.next() && seen.handed() == handed.get()
                    ? seen.looks() + 1
                    : 1;
            waiting.put(partition, new Waiting(cursor.next(), handed.get(), looks));
        });
        return waiting.entrySet().stream()
                .filter(each -> each.getValue().looks() > LOOKS)
                .map(Map.Entry::getKey)
                .toList();
    }

    private Uni<Void> readAgain(TopicPartition partition) {
        return cursors.of(partition)
                .map(cursor -> {
                    LOG.warnf("records of %s were polled and never came", partition);
                    return stored.follow(partition, cursor.log());
                })
                .orElseGet(() -> Uni.createFrom().voidItem());
    }
}
