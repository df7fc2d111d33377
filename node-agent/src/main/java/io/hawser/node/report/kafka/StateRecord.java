package io.hawser.node.report.kafka;

import io.hawser.bus.envelope.OutgoingRecord;
import java.util.Optional;
import java.util.function.Supplier;

/** A record that is made when it is sent for the first time. */
final class StateRecord {
    private Supplier<OutgoingRecord> record;
    private Optional<Supplier<OutgoingRecord>> shorter;
    private final Runnable acknowledged;
    private Optional<OutgoingRecord> made = Optional.empty();

    StateRecord(Supplier<OutgoingRecord> record, Runnable acknowledged) {
        this(record, Optional.empty(), acknowledged);
    }

    /**
     * @param shorter takes the record's place if that is too large for its topic
     * @param acknowledged runs each time that the broker has acknowledged this very record; must not block
     */
    StateRecord(Supplier<OutgoingRecord> record, Optional<Supplier<OutgoingRecord>> shorter, Runnable acknowledged) {
        this.record = record;
        this.shorter = shorter;
        this.acknowledged = acknowledged;
    }

    synchronized OutgoingRecord get() {
        made = made.or(() -> Optional.of(record.get()));
        return made.get();
    }

    /** Whether a shorter record is sent from now on. */
    synchronized boolean shorten() {
        if (shorter.isEmpty()) {
            return false;
        }
        record = shorter.get();
        shorter = Optional.empty();
        made = Optional.empty();
        return true;
    }

    /** The broker has it. */
    void acknowledged() {
        acknowledged.run();
    }
}
