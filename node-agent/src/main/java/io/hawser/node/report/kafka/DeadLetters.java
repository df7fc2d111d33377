package io.hawser.node.report.kafka;

import io.hawser.bus.envelope.OutgoingRecord;
import io.hawser.bus.envelope.RecordEncoder;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import org.jboss.logging.Logger;

/** Of records that are too large for Kafka, which are not sent again: the beginning of each. */
final class DeadLetters {
    private static final Logger LOG = Logger.getLogger(DeadLetters.class);
    /** Prefix of a key: the dead letter of a record that was too large. */
    private static final String DEAD = "dead letter of ";

    private final RecordEncoder encoder;
    private final BiConsumer<String, Supplier<OutgoingRecord>> sender;

    /** @param sender sends a dead letter under a key */
    DeadLetters(RecordEncoder encoder, BiConsumer<String, Supplier<OutgoingRecord>> sender) {
        this.encoder = encoder;
        this.sender = sender;
    }

    void write(String key, OutgoingRecord record, String message) {
        boolean beginning = key.startsWith(DEAD);
        LOG.errorf(
                "%s is too large to be written, and its readers never see it: %s; %s",
                key, message, beginning ? "it is left out" : "its beginning goes to the dead letters");
        if (!beginning) {
            OutgoingRecord letter = encoder.dead(record, "too large for Kafka or for its topic: " + message);
            sender.accept(DEAD + key, () -> letter);
        }
    }
}
