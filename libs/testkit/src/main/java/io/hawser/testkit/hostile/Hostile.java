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
        /** It is refused, naming a field: in an answer, or in the log where nobody waits for one. */
        REFUSED,
        /** It is counted and left alone. */
        SKIPPED,
        /** Any of these, or it is applied: it may be sound by chance. */
        ANY
    }

    /** What is wrong with a record. */
    public enum Kind {
        NO_EVENT(Fate.DEAD),
        GARBAGE(Fate.DEAD),
        TRUNCATED(Fate.ANY),
        BAD_UTF8(Fate.DEAD),
        BAD_UTF8_IN_JSON(Fate.DEAD),
        HALF_A_PAIR(Fate.REFUSED),
        NUL(Fate.REFUSED),
        ODD_TEXT(Fate.ANY),
        WRONG_TYPE(Fate.ANY),
        HUGE_MAP(Fate.ANY),
        HUGE_TEXT(Fate.ANY),
        DEEP_JSON(Fate.ANY),
        DOUBLE_MEMBERS(Fate.ANY),
        EXTREME_NUMBERS(Fate.ANY),
        UNKNOWN_ENUM(Fate.ANY),
        FUTURE_FIELDS(Fate.ANY),
        FUTURE_TYPE(Fate.SKIPPED),
        FOREIGN_TYPE(Fate.ANY),
        FOREIGN_KEY(Fate.REFUSED),
        NO_KEY(Fate.ANY),
        ODD_KEY(Fate.REFUSED),
        ODD_ID(Fate.ANY),
        NUL_ID(Fate.DEAD),
        NO_ID(Fate.DEAD),
        ODD_ENVELOPE(Fate.ANY),
        ODD_TOMBSTONE(Fate.ANY),
        NUL_TOMBSTONE(Fate.DEAD);

        private final Fate fate;

        Kind(Fate fate) {
            this.fate = fate;
        }

        public Fate fate() {
            return fate;
        }
    }

    /** As a consumer gets it. */
    public ConsumerRecord<byte[], byte[]> read(long offset) {
        ConsumerRecord<byte[], byte[]> read =
                new ConsumerRecord<>(record.topic(), 0, offset, record.key(), record.value());
        record.headers().forEach(read.headers()::add);
        return read;
    }
}
