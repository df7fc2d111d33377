package io.hawser.ledger.outbox.kafka;

import io.hawser.bus.envelope.OutgoingRecord;
import io.hawser.bus.envelope.ProducerRecords;
import io.hawser.bus.topic.HawserTopic;
import io.hawser.bus.topic.TopicNames;
import io.hawser.ledger.fault.CommitPoint;
import io.hawser.ledger.fault.work.CommitPoints;
import io.hawser.ledger.outbox.Drawn;
import io.hawser.ledger.outbox.RelayPace;
import io.hawser.ledger.topic.kafka.TopicWatch;
import io.hawser.ledger.tx.db.DatabaseFailures;
import io.hawser.ledger.tx.db.DatabaseLife;
import io.hawser.ledger.tx.db.Transactions;
import io.smallrye.mutiny.Uni;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.KafkaException;
import org.jboss.logging.Logger;

/**
 * Drains one shard: take the shard, {@code initTransactions}, <em>then</em> read rows; send them in id order in one
 * Kafka transaction; delete them. The rows are read only after the initialisation, so a relay that was stopped and
 * wakes late is harmless: its producer is fenced. Any failure drops the producer and starts over. Then a row that is
 * too large takes another way ({@link Oversized}), and a row of a missing topic is set aside ({@link SetAside}).
 *
 * <p>While the start gate is shut it sends nothing. If that lasts, it leaves the shard to the other replicas, whose
 * gates may be open. A relay whose tries all fail leaves it, too, for a time: another replica may reach the broker.
 *
 * <p>Has its own thread, because Kafka's transactional producer blocks.
 */
final class ShardRelay implements Runnable {
    private static final Logger LOG = Logger.getLogger(ShardRelay.class);
    private static final Duration PAUSE = Duration.ofMillis(500);

    /** For how many renewals of its lease a relay keeps the shard while its gate is shut, or while its tries fail. */
    private static final int KEPT_RENEWALS = 3;

    record Parts(
            Transactions transactions,
            OutboxSignal signal,
            CommitPoints commitPoints,
            Oversized oversized,
            OvertakenRows overtaken,
            SetAside aside,
            TopicWatch watch,
            TopicNames names,
            DatabaseLife life,
            Supplier<Producer<byte[], byte[]>> producers,
            int batch,
            Duration poll,
            Duration interval,
            Duration renew,
            Duration delivery,
            Duration database,
            BooleanSupplier open) {}

    private final int shard;
    private final ShardLease lease;
    private final Parts parts;
    private final RelayPace pace;
    private volatile boolean stopped;
    private volatile Optional<String> failure = Optional.empty();
    private long renewAt;
    private long openAt = System.nanoTime();
    private long takenAt;
    private long failsSince;
    private boolean full;

    ShardRelay(int shard, ShardLease lease, Parts parts) {
        this.shard = shard;
        this.lease = lease;
        this.parts = parts;
        this.pace = new RelayPace(parts.interval(), System.nanoTime());
    }

    void stop() {
        stopped = true;
        parts.signal().wake(shard);
    }

    int shard() {
        return shard;
    }

    /** Why it started over; kept until it sends again, finds nothing to send, or loses the shard. */
    Optional<String> failure() {
        return failure;
    }

    @Override
    public void run() {
        while (!stopped) {
            try {
                if (!leaves() && await(lease.take())) {
                    drainUntilItFails();
                } else {
                    parts.aside().end();
                    failure = Optional.empty();
                    parts.signal().await(shard, PAUSE);
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            } catch (RuntimeException e) {
                if (!stopped) {
                    failed(e);
                    LOG.warnf("outbox shard %d starts over: %s", shard, e.getMessage());
                    parts.watch().look();
                    pause();
                }
            } catch (Error e) {
                // Without this thread half of all keys would be silent, without a report.
                failed(e);
                LOG.errorf(e, "outbox shard %d starts over", shard);
                pause();
            }
        }
    }

    private void failed(Throwable thrown) {
        if (failure.isEmpty()) {
            failsSince = System.nanoTime();
        }
        failure = Optional.of(DatabaseFailures.words(thrown));
    }

    private void drainUntilItFails() throws InterruptedException {
        takenAt = System.nanoTime();
        renewAt = takenAt + parts.renew().toNanos();
        Producer<byte[], byte[]> producer = parts.producers().get();
        try {
            producer.initTransactions();
            parts.aside().begin();
            while (!stopped && keepsLease() && !leaves()) {
                if (parts.aside().bringsBack(this::keepsLease)) {
                    parts.overtaken().compareAgain();
                }
                if (!full) {
                    LockSupport.parkNanos(pace.left(System.nanoTime()));
                }
                List<OutboxRows.Row> rows = await(parts.transactions()
                        .single(statements -> OutboxRows.oldest(statements, shard, parts.batch(), parts.life())));
                full = rows.size() == parts.batch();
                if (rows.isEmpty()) {
                    failure = Optional.empty();
                }
                if (rows.isEmpty() || !parts.overtaken().maySend(this::keepsLease)) {
                    parts.signal().await(shard, parts.poll());
                } else if (!parts.aside().takes(rows)) {
                    parts.commitPoints().reached(CommitPoint.OUTBOX_READ);
                    relayOrWait(producer, rows);
                }
            }
        } finally {
            // By default it waits without a limit for the answer to a commit, and the shard's failure would be unknown.
            // The next producer ends the transaction that this one leaves.
            producer.close(PAUSE);
        }
        if (stopped || leaves()) {
            await(lease.release());
        }
    }

    /** Whether the gate is shut for long. A failure does not begin the time again, or the lease would never end. */
    private boolean leaves() {
        long now = System.nanoTime();
        if (parts.open().getAsBoolean()) {
            openAt = now;
        }
        return now - openAt > KEPT_RENEWALS * parts.renew().toNanos();
    }

    private boolean keepsLease() {
        if (System.nanoTime() - renewAt < 0) {
            return true;
        }
        renewAt = System.nanoTime() + parts.renew().toNanos();
        return await(lease.take());
    }

    /** A row that is too large goes to its topic's dead letters, and waits if those are missing. */
    private void relayOrWait(Producer<byte[], byte[]> producer, List<OutboxRows.Row> rows) throws InterruptedException {
        Set<String> lost = parts.watch().lost();
        List<OutboxRows.Row> now = rows.stream()
                .filter(row -> parts.oversized()
                        .outgoing(row)
                        .filter(record -> lost.contains(record.topic()))
                        .isEmpty())
                .toList();
        if (now.isEmpty()) {
            parts.signal().await(shard, parts.poll());
        } else {
            relay(producer, now);
        }
    }

    private void relay(Producer<byte[], byte[]> producer, List<OutboxRows.Row> rows) throws InterruptedException {
        pace.begun(System.nanoTime());
        producer.beginTransaction();
        SentRecords sent = new SentRecords(producer);
        try {
            for (OutboxRows.Row row : rows) {
                send(producer, row, sent);
            }
            parts.commitPoints().reached(CommitPoint.OUTBOX_BEFORE_COMMIT);
            sent.commit(parts.delivery());
        } catch (KafkaException e) {
            sent.failure().ifPresent(parts.oversized()::learn);
            throw e;
        }
        LOG.debugf("outbox shard %d: %d records out", shard, sent.size());
        parts.commitPoints().reached(CommitPoint.OUTBOX_COMMITTED);
        await(parts.transactions().single(statements -> OutboxRows.delete(statements, shard, rows)));
        parts.oversized().forget(rows);
        failure = Optional.empty();
    }

    private void send(Producer<byte[], byte[]> producer, OutboxRows.Row row, SentRecords sent) {
        parts.oversized()
                .outgoing(row)
                .map(record -> ProducerRecords.of(placed(record), topic -> partitions(producer, topic)))
                .ifPresent(record -> {
                    record.headers().add(Drawn.HEADER, row.drawn().toText().getBytes(StandardCharsets.UTF_8));
                    sent.send(row, record);
                });
    }

    /**
     * A state goes where its key belongs by the count that {@code StateTopics} waits for: once it marks a topic
     * complete, no relay may write a record to where it belonged before.
     */
    private OutgoingRecord placed(OutgoingRecord record) {
        return record.partitionKey().isEmpty()
                        && parts.names()
                                .parse(record.topic())
                                .filter(HawserTopic::isWrittenAgain)
                                .isPresent()
                ? record.partitionedBy(record.key())
                : record;
    }

    /**
     * The producer's own count may be 5 minutes old. A node's agent sees added partitions within 30 s, and then reads
     * the node's partition by the new count. If the producer does not know a partition yet, it asks the broker.
     */
    private int partitions(Producer<byte[], byte[]> producer, String topic) {
        Optional<TopicWatch.Life> known = parts.watch().present(topic);
        return known.map(TopicWatch.Life::partitions)
                .orElseGet(() -> producer.partitionsFor(topic).size());
    }

    /**
     * Each try prolongs the lease, so a relay whose tries fail within a lease would keep the shard for ever: it lets
     * the lease end. If a try takes longer, the lease has ended meanwhile.
     */
    private void pause() {
        long now = System.nanoTime();
        long lease = KEPT_RENEWALS * parts.renew().toNanos();
        boolean leaves = now - failsSince > lease && now - takenAt < lease;
        try {
            do {
                parts.signal().await(shard, PAUSE);
            } while (leaves
                    && !stopped
                    && System.nanoTime() - now < lease + parts.renew().toNanos());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (leaves) {
            failsSince = System.nanoTime();
        }
    }

    private <T> T await(Uni<T> database) {
        return database.await().atMost(parts.database());
    }
}
