package io.hawser.testkit.hostile;

import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * A hostile record.
 *
 * @param kind what is wrong with it
 * @param id the event's; empty where it has none that could be answered under
 */
public record Hostile(Kind kind, String id, ProducerRecord<byte[], byte[]> record) {
    /** What has to become of a record. */
    public enum Fate {
        /** It lies on its topic's dead letters. */
        DEAD,
        /** It is refused, naming a field: in an answer, or in the log if no sender waits for one. */
        REFUSED,
        /** Its form is sound: it is applied or refused, and never dead. */
        READ,
        /** It is counted and left alone: neither dead nor answered. */
        SKIPPED,
        /** Any of these, or it is applied: it may be sound by chance. */
        ANY
    }

    /** What is wrong with a record. */
    public enum Kind {
        NO_EVENT(Fate.DEAD, "not a CloudEvent"),
        GARBAGE(Fate.DEAD, "not a hawser."),
        TRUNCATED(Fate.ANY),
        BAD_UTF8(Fate.DEAD, "UTF-8"),
        BAD_UTF8_IN_JSON(Fate.DEAD, "UTF-8"),
        HALF_A_PAIR(Fate.REFUSED, "half of a surrogate pair"),
        NUL(Fate.REFUSED, "NUL"),
        ODD_TEXT(Fate.READ),
        WRONG_TYPE(Fate.ANY),
        HUGE_MAP(Fate.READ),
        HUGE_TEXT(Fate.READ),
        DEEP_JSON(Fate.ANY),
        DOUBLE_MEMBERS(Fate.ANY),
        EXTREME_NUMBERS(Fate.READ),
        UNKNOWN_ENUM(Fate.REFUSED, "unknown value"),
        FUTURE_FIELDS(Fate.READ),
        FUTURE_TYPE(Fate.SKIPPED, "unknown type"),
        FOREIGN_TYPE(Fate.READ),
        FOREIGN_KEY(Fate.REFUSED, "key"),
        NO_KEY(Fate.REFUSED, "key"),
        ODD_KEY(Fate.REFUSED, "key"),
        ODD_ID(Fate.READ),
        NUL_ID(Fate.DEAD, "the id holds a NUL"),
        NO_ID(Fate.DEAD, "not a CloudEvent"),
        ODD_ENVELOPE(Fate.DEAD, "not a "),
        ODD_TOMBSTONE(Fate.ANY),
        NUL_TOMBSTONE(Fate.DEAD, "a tombstone whose key holds a NUL");

        private final Fate fate;
        private final String words;

        Kind(Fate fate) {
            this(fate, "");
        }

        Kind(Fate fate, String words) {
            this.fate = fate;
            this.words = words;
        }

        /** As its decoding shows it, wherever the record is. */
        public Fate fate() {
            return fate;
        }

        /** Whether it is for its own reason that it is refused, or dead, where only one is possible. */
        public boolean isSaidBy(String field, String message) {
            return !message.isBlank() && (field + ": " + message).contains(words);
        }
    }

    /** A state record has no sender that waits for an answer, so only there an unknown type is skipped. */
    public Fate fate() {
        return kind == Kind.FUTURE_TYPE && isCommand() ? Fate.REFUSED : kind.fate;
    }

    /** A command that can be answered under its id. */
    public boolean awaitsAnswer() {
        return isCommand() && !id.isEmpty();
    }

    private boolean isCommand() {
        return record.topic().endsWith("-commands");
    }

    /** As a consumer gets it. */
    public ConsumerRecord<byte[], byte[]> read(long offset) {
        ConsumerRecord<byte[], byte[]> read =
                new ConsumerRecord<>(record.topic(), 0, offset, record.key(), record.value());
        record.headers().forEach(read.headers()::add);
        return read;
    }
}
