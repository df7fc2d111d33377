package io.hawser.bus.topic;

/**
 * The partition of {@code hawser.assignments} with a node's records. The writer and the node's agent must agree, so
 * both use this method: the hash of Kafka's default partitioner, over the node's name alone.
 */
public final class NodePartition {
    private NodePartition() {}

    /** @param partitions number of the topic's partitions, at least 1 */
    public static int of(String node, int partitions) {
        return KeyHash.of(node, partitions);
    }
}
