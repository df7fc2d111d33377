package io.hawser.node.report.kafka;

import io.hawser.bus.envelope.OutgoingRecord;
import java.util.Optional;
import java.util.function.Supplier;

/** A record that is made when it is sent for the first time. */
final class StateRecord {
    private final Supplier<OutgoingRecord> record;
    private final Runnable acknowledged;
    private Optional<OutgoingRecord> made = Optional.empty();

    StateRecord(Supplier<OutgoingRecord> record, Runnable acknowledged) {
        this.record = record;
        this.acknowledged = acknowledged;
    }

    synchronized OutgoingRecord get() {
        made = made.or(() -> Optional.of(record.get()));
        return made.get();
    }

    /** The broker has it. */
    void acknowledged() {
        acknowledged.run();
    }
}
