package io.hawser.ledger.intake;

import io.hawser.bus.envelope.Decoded;
import io.hawser.bus.envelope.MessageTypes;
import io.hawser.bus.envelope.Origin;
import io.hawser.bus.envelope.RecordEncoder;
import io.hawser.bus.topic.HawserTopic;
import io.hawser.bus.topic.TopicNames;
import io.hawser.ledger.keypartition.db.KeyPartitions;
import io.hawser.ledger.position.LogPartition;
import io.hawser.ledger.position.db.PositionRows;
import io.hawser.ledger.position.db.PositionRows.Move;
import io.hawser.ledger.tx.db.InOrder;
import io.hawser.ledger.tx.db.LedgerTransaction;
import io.hawser.ledger.tx.db.Transactions;
import io.hawser.ledger.wiring.LedgerConfig;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Applies faultless records in the same way as real ones, and rolls back. If that fails, no record is at fault. */
@ApplicationScoped
public class SampleRecords {
    private static final String TOPIC_ID = "golden-sample";

    private final LedgerConfig config;
    private final Transactions transactions;
    private final RecordHandler handler;
    private final KeyPartitions keyPartitions;
    private final RecordEncoder encoder;

    public SampleRecords(
            LedgerConfig config,
            Transactions transactions,
            RecordHandler handler,
            KeyPartitions keyPartitions,
            RecordEncoder encoder) {
        this.config = config;
        this.transactions = transactions;
        this.handler = handler;
        this.keyPartitions = keyPartitions;
        this.encoder = encoder;
    }

    /**
     * Fails as any record of this kind would.
     *
     * @param at the partition's expected position
     * @return false if the position differs: another replica reads the partition
     */
    public Uni<Boolean> rehearse(LogPartition log, long at, Decoded like) {
        String name = "sample-" + UUID.randomUUID();
        List<SampleStep> steps = until(handler.sample(name), like, encoder.names());
        return transactions.rehearse(
                tx -> PositionRows.move(tx.statements(), config.service(), Map.of(log, new Move(at, at)))
                        .chain(moved -> moved.isEmpty()
                                ? Uni.createFrom().item(false)
                                : all(tx, steps)
                                        .chain(() -> refuse(tx, like, name))
                                        .invoke(() -> bury(tx, log, name))
                                        .replaceWith(true)));
    }

    /** The steps up to the last one of that kind; all if there is none; none if no handler applies the record. */
    static List<SampleStep> until(List<SampleStep> steps, Decoded like, TopicNames names) {
        Predicate<SampleStep> same =
                switch (like) {
                    case Decoded.Known known -> step -> says(step, known.type());
                    case Decoded.Invalid invalid -> step -> says(step, invalid.type());
                    case Decoded.Tombstone tombstone ->
                        step -> ends(step, names.parse(tombstone.origin().topic()));
                    case Decoded.Newer newer -> null;
                    case Decoded.Malformed malformed -> null;
                };
        if (same == null) {
            return List.of();
        }
        return IntStream.iterate(steps.size(), i -> i > 0, i -> i - 1)
                .filter(i -> same.test(steps.get(i - 1)))
                .mapToObj(i -> steps.subList(0, i))
                .findFirst()
                .orElse(steps);
    }

    private static boolean says(SampleStep step, String type) {
        return step instanceof SampleStep.Says says
                && MessageTypes.nameOf(says.message()).equals(type);
    }

    private static boolean ends(SampleStep step, Optional<HawserTopic> topic) {
        return step instanceof SampleStep.Gone gone && topic.equals(Optional.of(gone.topic()));
    }

    private Uni<Void> all(LedgerTransaction tx, List<SampleStep> steps) {
        // One by one: each finds the rows of earlier steps in the database, as a record does.
        return InOrder.each(IntStream.range(0, steps.size()).boxed().toList(), i -> step(tx, steps.get(i), i)
                .chain(tx::flush));
    }

    private Uni<Void> step(LedgerTransaction tx, SampleStep step, int number) {
        return switch (step) {
            case SampleStep.Says says ->
                apply(
                        tx,
                        new Decoded.Known(
                                origin(encoder.names().of(says.topic()), number),
                                says.key(),
                                says.id(),
                                MessageTypes.nameOf(says.message()),
                                says.message()));
            case SampleStep.Gone gone ->
                apply(tx, new Decoded.Tombstone(origin(encoder.names().of(gone.topic()), number), gone.key()));
            case SampleStep.Given given -> given.rows().apply(tx);
        };
    }

    /** Refusing a record for its content takes statements of its own. */
    private Uni<Void> refuse(LedgerTransaction tx, Decoded like, String name) {
        return switch (like) {
            case Decoded.Known known -> refuse(tx, known.origin(), known.type(), name);
            case Decoded.Invalid invalid -> refuse(tx, invalid.origin(), invalid.type(), name);
            case Decoded.Tombstone tombstone -> Uni.createFrom().voidItem();
            case Decoded.Newer newer -> Uni.createFrom().voidItem();
            case Decoded.Malformed malformed -> Uni.createFrom().voidItem();
        };
    }

    private Uni<Void> refuse(LedgerTransaction tx, Origin of, String type, String name) {
        return apply(
                tx,
                new Decoded.Invalid(
                        origin(of.topic(), Integer.MAX_VALUE),
                        Optional.of(name),
                        name + "-refused",
                        type,
                        "key",
                        "a sample record"));
    }

    private Uni<Void> apply(LedgerTransaction tx, Decoded record) {
        return keyPartitions
                .judge(tx, List.of(record))
                .chain(judged -> judged.isEmpty() ? Uni.createFrom().voidItem() : handler.apply(tx, judged));
    }

    /** Writing the record to the dead letters must be possible, too. */
    private void bury(LedgerTransaction tx, LogPartition log, String name) {
        HawserTopic topic = encoder.names().parse(log.topic()).orElseThrow();
        tx.publish(encoder.dead(
                topic,
                new ConsumerRecord<>(
                        log.topic(), log.partition(), 0, name.getBytes(StandardCharsets.UTF_8), new byte[0]),
                log.topicId(),
                "a sample record"));
    }

    private static Origin origin(String topic, int number) {
        return new Origin(topic, TOPIC_ID, 0, number);
    }
}
