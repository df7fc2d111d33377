package io.hawser.ledger.position;

/** One partition of a topic with one topic id. */
public record LogPartition(String topicId, String topic, int partition) implements Comparable<LogPartition> {
    /** As Kafka writes it. */
    public String name() {
        return topic + "-" + partition;
    }

    @Override
    public int compareTo(LogPartition other) {
        int byTopic = topicId.compareTo(other.topicId);
        return byTopic != 0 ? byTopic : Integer.compare(partition, other.partition);
    }
}
