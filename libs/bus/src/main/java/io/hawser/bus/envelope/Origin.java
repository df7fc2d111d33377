package io.hawser.bus.envelope;

import java.time.Instant;
import java.util.Optional;

/**
 * Position of a record: its only identity that no producer chooses.
 *
 * @param topicId Kafka's topic id; empty if the reader does not know it
 * @param appended when the broker stored the record, by its clock; empty if the topic keeps the producer's time
 * @param written when the record was written, by whichever clock the topic keeps; the epoch if it is not known
 */
public record Origin(
        String topic, String topicId, int partition, long offset, Optional<Instant> appended, Instant written) {
    public Origin(String topic, String topicId, int partition, long offset) {
        this(topic, topicId, partition, offset, Optional.empty(), Instant.EPOCH);
    }

    /** In a form that no other record shares, if the topic's id is known: a topic that was made again has another. */
    public String place() {
        return topicId.isEmpty() ? toString() : this + "/" + topicId;
    }

    @Override
    public String toString() {
        return topic + "-" + partition + "@" + offset;
    }
}
