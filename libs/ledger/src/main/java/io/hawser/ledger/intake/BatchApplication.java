package io.hawser.ledger.intake;

import io.hawser.bus.envelope.Decoded;
import io.hawser.bus.envelope.RecordDecoder;
import io.hawser.bus.envelope.RecordEncoder;
import io.hawser.bus.envelope.RecordLimits;
import io.hawser.bus.topic.HawserTopic;
import io.hawser.ledger.LedgerConfig;
import io.hawser.ledger.fault.CommitPoint;
import io.hawser.ledger.fault.CommitPoints;
import io.hawser.ledger.keypartition.KeyPartitions;
import io.hawser.ledger.position.PositionRows;
import io.hawser.ledger.position.PositionRows.LogPartition;
import io.hawser.ledger.tx.DatabaseFailures;
import io.hawser.ledger.tx.LedgerTransaction;
import io.hawser.ledger.tx.Transactions;
import io.hawser.ledger.tx.UnfinishedWorkException;
import io.micrometer.core.instrument.MeterRegistry;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jboss.logging.Logger;

/**
 * Applies a batch in one transaction that begins by moving the positions. While the database is away it tries again for as long as it
 * takes; a batch that fails otherwise is applied record by record, and a record that fails by itself goes to the dead letters.
 */
@ApplicationScoped
public class BatchApplication {
    private static final Logger LOG = Logger.getLogger(BatchApplication.class);
    private static final int UNFINISHED = 2;

    private final LedgerConfig config;
    private final Transactions transactions;
    private final Applier applier;
    private final KeyPartitions keyPartitions;
    private final CommitPoints commitPoints;
    private final MeterRegistry metrics;
    private final RecordDecoder decoder;
    private final RecordEncoder encoder;

    public BatchApplication(
            LedgerConfig config,
            Transactions transactions,
            Applier applier,
            KeyPartitions keyPartitions,
            CommitPoints commitPoints,
            MeterRegistry metrics,
            RecordEncoder encoder) {
        this.config = config;
        this.transactions = transactions;
        this.applier = applier;
        this.keyPartitions = keyPartitions;
        this.commitPoints = commitPoints;
        this.metrics = metrics;
        this.decoder = new RecordDecoder(applier.types());
        this.encoder = encoder;
    }

    /** @return the partitions whose position moved; the records of the others were not applied by us */
    Uni<Set<LogPartition>> apply(IntakeBatch batch) {
        return inOneTransaction(batch)
                .onFailure(DatabaseFailures::isTransient)
                .invoke(failure ->
                        LOG.warnf("the database is away, %d records wait: %s", batch.size(), failure.getMessage()))
                .onFailure(DatabaseFailures::isTransient)
                .retry()
                .withBackOff(Duration.ofMillis(100), Duration.ofSeconds(5))
                .indefinitely()
                // Not the record's fault where the process was stopped; the same again and again is.
                .onFailure(failure -> failure instanceof UnfinishedWorkException && batch.size() == 1)
                .retry()
                .atMost(UNFINISHED)
                .onFailure()
                .recoverWithUni(failure -> batch.size() > 1 ? oneByOne(batch, failure) : bury(batch, failure));
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
        for (IntakeBatch.Slice slice : batch.slices()) {
            if (!moved.contains(slice.log())) {
                continue;
            }
            for (ConsumerRecord<byte[], byte[]> record : slice.records()) {
                switch (decode(record, slice.log().topicId())) {
                    case Decoded.Malformed malformed -> dead(tx, record, malformed.reason());
                    case Decoded.Newer newer ->
                        metrics.counter("hawser_intake_skipped_total", "topic", record.topic(), "type", newer.type())
                                .increment();
                    case Decoded other -> accepted.add(other);
                }
            }
        }
        return accepted.isEmpty()
                ? Uni.createFrom().voidItem()
                : keyPartitions
                        .judge(tx, accepted)
                        .chain(judged -> judged.isEmpty() ? Uni.createFrom().voidItem() : applier.apply(tx, judged));
    }

    /** What Hawser writes itself is bounded where it is written: an assignment or a report that is not read would be lost. */
    private Decoded decode(ConsumerRecord<byte[], byte[]> record, String topicId) {
        Decoded decoded = decoder.decode(record, topicId);
        return encoder.names()
                        .parse(record.topic())
                        .filter(HawserTopic::writtenByOrchestrator)
                        .isPresent()
                ? RecordLimits.held(record, decoded)
                : decoded;
    }

    private Uni<Set<LogPartition>> oneByOne(IntakeBatch batch, Throwable failure) {
        LOG.warnf(failure, "a batch of %d records failed, applying them one by one", batch.size());
        return Multi.createFrom()
                .iterable(batch.singles())
                .onItem()
                .transformToUniAndConcatenate(this::apply)
                .collect()
                .in(HashSet::new, Set::addAll);
    }

    private Uni<Set<LogPartition>> bury(IntakeBatch batch, Throwable failure) {
        IntakeBatch.Slice slice = batch.slices().getFirst();
        ConsumerRecord<byte[], byte[]> record = slice.records().getFirst();
        LOG.errorf(failure, "record %s-%d@%d cannot be applied", record.topic(), record.partition(), record.offset());
        return transactions
                .run(tx -> PositionRows.move(tx.statements(), config.service(), batch.moves())
                        .invoke(moved -> {
                            if (moved.contains(slice.log())) {
                                dead(tx, record, "cannot be applied: " + failure);
                            }
                        }))
                .onFailure()
                .retry()
                .withBackOff(Duration.ofMillis(100), Duration.ofSeconds(5))
                .indefinitely();
    }

    private void dead(LedgerTransaction tx, ConsumerRecord<byte[], byte[]> record, String reason) {
        HawserTopic topic = encoder.names()
                .parse(record.topic())
                .orElseThrow(() -> new IllegalStateException("not a topic of Hawser: " + record.topic()));
        tx.publish(encoder.dead(topic, record, reason));
        metrics.counter("hawser_intake_dead_total", "topic", record.topic()).increment();
    }
}
