package io.hawser.bus.envelope;

/**
 * Where a record stood: its only identity that no producer chooses.
 *
 * @param topicId Kafka's id of this life of the topic; empty where the reader does not know it
 */
public record Origin(String topic, String topicId, int partition, long offset) {
    @Override
    public String toString() {
        return topic + "-" + partition + "@" + offset;
    }
}
