package io.hawser.ledger.intake;

import io.hawser.bus.envelope.Decoded;
import io.hawser.bus.envelope.MessageTypes;
import io.hawser.bus.envelope.RecordDecoder;
import io.hawser.bus.envelope.RecordEncoder;
import io.hawser.bus.envelope.RecordLimits;
import io.hawser.bus.envelope.TopicComplete;
import io.hawser.bus.envelope.UnknownTypes;
import io.hawser.bus.right.NeededRights;
import io.hawser.bus.topic.HawserTopic;
import io.hawser.ledger.fault.CommitPoint;
import io.hawser.ledger.fault.work.CommitPoints;
import io.hawser.ledger.keypartition.db.KeyPartitions;
import io.hawser.ledger.position.LogPartition;
import io.hawser.ledger.position.db.EarlierLives;
import io.hawser.ledger.position.db.PositionRows;
import io.hawser.ledger.tx.db.DatabaseFailures;
import io.hawser.ledger.tx.db.InOrder;
import io.hawser.ledger.tx.db.LedgerTransaction;
import io.hawser.ledger.tx.db.Transactions;
import io.hawser.ledger.wiring.LedgerConfig;
import io.micrometer.core.instrument.MeterRegistry;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jboss.logging.Logger;

/**
 * Applies a batch in one transaction, which moves the positions first. Retries without limit while the database is
 * away; halves a batch that fails otherwise. A single record that fails goes to the dead letters if a sample record
 * shows that others of its kind succeed; if not, its partition stops.
 */
@ApplicationScoped
public class BatchApplication {
    private static final Logger LOG = Logger.getLogger(BatchApplication.class);
    private static final Optional<RecordFailure> NOT_OURS = Optional.empty();

    private final LedgerConfig config;
    private final Transactions transactions;
    private final RecordHandler handler;
    private final SampleRecords sample;
    private final KeyPartitions keyPartitions;
    private final CommitPoints commitPoints;
    private final DatabaseWait databaseWait;
    private final MeterRegistry metrics;
    private final RecordDecoder decoder;
    private final RecordEncoder encoder;

    public BatchApplication(
            LedgerConfig config,
            Transactions transactions,
            RecordHandler handler,
            NeededRights needed,
            SampleRecords sample,
            KeyPartitions keyPartitions,
            CommitPoints commitPoints,
            DatabaseWait databaseWait,
            MeterRegistry metrics,
            RecordEncoder encoder) {
        this.config = config;
        this.transactions = transactions;
        this.handler = handler;
        this.sample = sample;
        this.keyPartitions = keyPartitions;
        this.commitPoints = commitPoints;
        this.databaseWait = databaseWait;
        this.metrics = metrics;
        this.decoder = new RecordDecoder(MessageTypes.on(needed.reads()));
        this.encoder = encoder;
    }

    /** Never fails. A transaction holds its records in memory several times, so a large batch is applied in parts. */
    Uni<Applied> apply(IntakeBatch batch) {
        if (batch.size() > 1 && batch.bytes() > config.intake().batchBytes()) {
            return halves(batch);
        }
        return attempt(batch).onFailure().recoverWithUni(failure -> {
            if (batch.size() > 1) {
                LOG.warnf("a batch of %d records failed, applying its halves: %s", batch.size(), failure);
                return halves(batch);
            }
            return alone(batch, failure, 1);
        });
    }

    /** Waits while the database is away. */
    private Uni<Applied> attempt(IntakeBatch batch) {
        return patiently(inOneTransaction(batch), batch.size()).map(moved -> Applied.of(batch, moved));
    }

    private <T> Uni<T> patiently(Uni<T> work, int records) {
        return work.onFailure(DatabaseFailures::isTransient)
                .invoke(failure -> databaseWait.waits(records, failure))
                .onFailure(DatabaseFailures::isTransient)
                .retry()
                .withBackOff(Duration.ofMillis(100), Duration.ofSeconds(5))
                .indefinitely()
                .onTermination()
                .invoke(databaseWait::over);
    }

    private Uni<Applied> halves(IntakeBatch batch) {
        IntakeBatch first = batch.halves().getFirst();
        return apply(first).chain(applied -> {
            IntakeBatch rest = batch.halves().getLast().without(applied.ended(first));
            return rest.isEmpty() ? Uni.createFrom().item(applied) : apply(rest).map(applied::and);
        });
    }

    private Uni<Applied> alone(IntakeBatch single, Throwable failure, int tries) {
        IntakeBatch.Slice slice = single.slices().getFirst();
        ConsumerRecord<byte[], byte[]> record = slice.records().getFirst();
        Decoded decoded = decode(record, slice.log().topicId());
        return patiently(sample.rehearse(slice.log(), slice.move().from(), decoded), 1)
                .map(ours -> ours ? Optional.of(RecordFailure.judge(failure, Optional.empty(), tries)) : NOT_OURS)
                .onFailure()
                .recoverWithItem(thrown -> Optional.of(RecordFailure.judge(failure, Optional.of(thrown), tries)))
                .chain(verdict -> verdict.map(next -> switch (next) {
                            case RecordFailure.Again again ->
                                attempt(single).onFailure().recoverWithUni(thrown -> alone(single, thrown, tries + 1));
                            case RecordFailure.Bury bury -> bury(single, record, failure);
                            case RecordFailure.Stop(Throwable cause) -> {
                                LOG.debugf(
                                        failure,
                                        "%s-%d@%d failed",
                                        record.topic(),
                                        record.partition(),
                                        record.offset());
                                yield Uni.createFrom().item(Applied.stopped(slice.log(), cause));
                            }
                        })
                        // Another replica reads the partition.
                        .orElseGet(() -> Uni.createFrom().item(Applied.of(single, Set.of()))));
    }

    private Uni<Set<LogPartition>> inOneTransaction(IntakeBatch batch) {
        return transactions
                .run(tx -> PositionRows.move(tx.statements(), config.service(), batch.moves())
                        .chain(moved -> applyMoved(tx, batch, moved)
                                .invoke(() -> commitPoints.reached(CommitPoint.INTAKE_BEFORE_COMMIT))
                                .replaceWith(moved)))
                .invoke(() -> commitPoints.reached(CommitPoint.INTAKE_COMMITTED));
    }

    private Uni<Void> applyMoved(LedgerTransaction tx, IntakeBatch batch, Set<LogPartition> moved) {
        List<Decoded> accepted = new ArrayList<>();
        List<Uni<Void>> completed = new ArrayList<>();
        for (IntakeBatch.Slice slice : batch.slices()) {
            if (!moved.contains(slice.log())) {
                continue;
            }
            for (ConsumerRecord<byte[], byte[]> record : slice.records()) {
                if (completes(record, slice.log())) {
                    completed.add(EarlierLives.close(
                            tx.statements(), config.service(), slice.log(), TopicComplete.partitions(record)));
                    continue;
                }
                switch (decode(record, slice.log().topicId())) {
                    case Decoded.Malformed malformed -> {
                        dead(tx, record, slice.log(), malformed.message());
                        if (takesMalformed(record)) {
                            accepted.add(malformed);
                        }
                    }
                    // Without a usable key, no later record replaces it: a person has to discard it.
                    case Decoded.Invalid invalid
                    when invalid.field().equals("key") && takesMalformed(record) -> {
                        dead(tx, record, slice.log(), invalid.message());
                        accepted.add(invalid);
                    }
                    case Decoded.Newer newer -> tx.afterCommit(() -> skipped(newer));
                    case Decoded other -> accepted.add(other);
                }
            }
        }
        Uni<Void> applied = accepted.isEmpty()
                ? Uni.createFrom().voidItem()
                : keyPartitions
                        .judge(tx, accepted)
                        .chain(judged -> judged.isEmpty() ? Uni.createFrom().voidItem() : handler.apply(tx, judged));
        return applied.chain(() -> InOrder.each(completed, close -> close));
    }

    /** The topic's only writer marks it complete: everything in it was read before this record. */
    private boolean completes(ConsumerRecord<byte[], byte[]> record, LogPartition log) {
        return TopicComplete.topicId(record).filter(log.topicId()::equals).isPresent()
                && encoder.names()
                        .parse(record.topic())
                        .filter(topic -> !topic.writtenByOrchestrator())
                        .isPresent();
    }

    /** Hawser bounds its own records when it writes them: an unread assignment or report would be lost. */
    private Decoded decode(ConsumerRecord<byte[], byte[]> record, String topicId) {
        Decoded decoded = decoder.decode(record, topicId);
        Optional<HawserTopic> topic = encoder.names().parse(record.topic()).filter(HawserTopic::writtenByOrchestrator);
        if (topic.isEmpty()) {
            return decoded;
        }
        return RecordLimits.held(
                record, decoded instanceof Decoded.Newer newer ? UnknownTypes.judge(newer, topic.get()) : decoded);
    }

    private Uni<Applied> bury(IntakeBatch single, ConsumerRecord<byte[], byte[]> record, Throwable failure) {
        LogPartition log = single.slices().getFirst().log();
        LOG.errorf(failure, "record %s-%d@%d cannot be applied", record.topic(), record.partition(), record.offset());
        return patiently(
                        transactions.run(tx -> PositionRows.move(tx.statements(), config.service(), single.moves())
                                .call(moved -> moved.contains(log)
                                        ? buried(tx, record, log, "cannot be applied: " + failure)
                                        : Uni.createFrom().voidItem())),
                        1)
                .map(moved -> Applied.of(single, moved))
                .onFailure()
                .recoverWithItem(thrown -> Applied.stopped(log, thrown));
    }

    private Uni<Void> buried(
            LedgerTransaction tx, ConsumerRecord<byte[], byte[]> record, LogPartition log, String message) {
        dead(tx, record, log, message);
        return takesMalformed(record)
                ? handler.apply(tx, List.of(decode(record, log.topicId()).malformed(message)))
                : Uni.createFrom().voidItem();
    }

    private boolean takesMalformed(ConsumerRecord<byte[], byte[]> record) {
        return record.value() != null && handler.takesMalformed(topic(record));
    }

    private HawserTopic topic(ConsumerRecord<byte[], byte[]> record) {
        return encoder.names()
                .parse(record.topic())
                .orElseThrow(() -> new IllegalStateException("not a topic of Hawser: " + record.topic()));
    }

    private void dead(LedgerTransaction tx, ConsumerRecord<byte[], byte[]> record, LogPartition log, String message) {
        tx.publish(encoder.dead(topic(record), record, log.topicId(), message));
        tx.afterCommit(() -> {
            LOG.warnf(
                    "dead letter record=%s-%d@%d message=%s",
                    record.topic(), record.partition(), record.offset(), message);
            metrics.counter("hawser_intake_dead_total", "topic", record.topic()).increment();
        });
    }

    /** Not tagged by type, because the producer chooses that text, and metrics would keep it for ever. */
    private void skipped(Decoded.Newer newer) {
        LOG.infof("skipped type=%s record=%s", newer.type(), newer.origin());
        metrics.counter("hawser_intake_skipped_total", "topic", newer.origin().topic())
                .increment();
    }
}
