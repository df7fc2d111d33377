package io.hawser.bus.envelope;

import java.time.Instant;
import java.util.Optional;

/**
 * Where a record stood: its only identity that no producer chooses.
 *
 * @param topicId Kafka's id of this life of the topic; empty where the reader does not know it
 * @param appended when the broker took it, by the broker's clock; empty where the topic keeps the producer's time
 */
public record Origin(String topic, String topicId, int partition, long offset, Optional<Instant> appended) {
    public Origin(String topic, String topicId, int partition, long offset) {
        this(topic, topicId, partition, offset, Optional.empty());
    }

    @Override
    public String toString() {
        return topic + "-" + partition + "@" + offset;
    }
}
