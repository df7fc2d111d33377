package io.hawser.ledger.outbox.kafka;

import io.hawser.bus.envelope.OutgoingRecord;
import io.hawser.bus.envelope.RecordEncoder;
import io.hawser.bus.envelope.RecordLimits;
import io.hawser.ledger.outbox.Drawn;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.jboss.logging.Logger;

/**
 * Rows of one shard that are too large to send: by Hawser's own limit, or because Kafka refused them (an operator may
 * set a lower limit for a topic). Such a row would fail every transaction that contains it, and all later rows would
 * wait for ever. Instead, a cut record goes to the topic's dead letters; one that is refused even there is left out.
 */
final class Oversized {
    private static final Logger LOG = Logger.getLogger(Oversized.class);

    private final RecordEncoder encoder;
    private final MeterRegistry metrics;
    /** Refusals of each row until it is gone. Not by id alone: a restored database draws ids again. */
    private final Map<Drawn, Integer> refusals = new HashMap<>();

    Oversized(RecordEncoder encoder, MeterRegistry metrics) {
        this.encoder = encoder;
        this.metrics = metrics;
    }

    /** The record to send for the row. */
    Optional<OutgoingRecord> outgoing(OutboxRows.Row row) {
        if (row.record().bytes() > RecordLimits.WRITTEN_BYTES && !refusals.containsKey(row.drawn())) {
            refused(row);
        }
        return switch (refusals.getOrDefault(row.drawn(), 0)) {
            case 0 -> Optional.of(row.record());
            case 1 -> Optional.of(encoder.dead(row.record(), message(row)));
            default -> Optional.empty();
        };
    }

    /** After a failed transaction: the next one omits the row that Kafka refused. */
    void learn(SentRecords.Failure failure) {
        if (failure.reason() instanceof RecordTooLargeException) {
            refused(failure.row());
        }
    }

    /** The rows are sent and deleted. */
    void forget(List<OutboxRows.Row> rows) {
        rows.forEach(row -> refusals.remove(row.drawn()));
    }

    private void refused(OutboxRows.Row row) {
        OutgoingRecord record = row.record();
        LOG.errorf(
                "a record cannot be sent, and its readers never see it: %s topic=%s key=%s",
                refusals.merge(row.drawn(), 1, Integer::sum) == 1
                        ? message(row) + "; its beginning goes to the dead letters"
                        : "not even its beginning as a dead letter",
                record.topic(),
                record.key());
        metrics.counter("hawser_outbox_too_large_total", "topic", record.topic())
                .increment();
    }

    private static String message(OutboxRows.Row row) {
        return "with " + row.record().bytes() + " bytes it is too large for Kafka or for its topic";
    }
}
