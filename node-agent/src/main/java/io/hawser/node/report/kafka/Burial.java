package io.hawser.node.report.kafka;

import io.hawser.bus.envelope.OutgoingRecord;
import io.hawser.bus.envelope.RecordEncoder;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import org.jboss.logging.Logger;

/** What happens to a record that is too large for Kafka: it is not sent again, and its beginning is a dead letter. */
final class Burial {
    private static final Logger LOG = Logger.getLogger(Burial.class);
    /** Prefix of a key: the dead letter of a record that was too large. */
    private static final String DEAD = "dead letter of ";

    private final RecordEncoder encoder;
    private final BiConsumer<String, Supplier<OutgoingRecord>> letters;

    /** @param letters sends a dead letter under a key */
    Burial(RecordEncoder encoder, BiConsumer<String, Supplier<OutgoingRecord>> letters) {
        this.encoder = encoder;
        this.letters = letters;
    }

    void of(String key, OutgoingRecord record, String message) {
        boolean beginning = key.startsWith(DEAD);
        LOG.errorf(
                "%s is too large to be written, and its readers never see it: %s; %s",
                key, message, beginning ? "it is left out" : "its beginning goes to the dead letters");
        if (!beginning) {
            OutgoingRecord letter = encoder.dead(record, "too large for Kafka or for its topic: " + message);
            letters.accept(DEAD + key, () -> letter);
        }
    }
}
