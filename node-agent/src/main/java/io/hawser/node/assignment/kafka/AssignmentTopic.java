package io.hawser.node.assignment.kafka;

import io.hawser.bus.topic.KeyHash;
import io.hawser.node.assignment.TopicIdentity;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.concurrent.ExecutionException;
import java.util.function.Supplier;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * The topic of assignments at the broker. Each question waits for the broker's answer.
 *
 * @param kafka client settings, such as bootstrap.servers
 * @param name full name
 */
record AssignmentTopic(Map<String, Object> kafka, Supplier<Admin> admin, String node, String name) {
    AssignmentTopic {
        kafka = Map.copyOf(kafka);
    }

    /** Without the settings, which may have a login. */
    @Override
    public String toString() {
        return name;
    }

    TopicIdentity identity() throws InterruptedException, ExecutionException {
        var description = Objects.requireNonNull(
                admin.get().describeTopics(List.of(name)).allTopicNames().get().get(name));
        return new TopicIdentity(
                node,
                name,
                description.topicId().toString(),
                description.partitions().size());
    }

    /** The partition with this node's records. */
    TopicPartition partition(TopicIdentity identity) {
        return new TopicPartition(name, KeyHash.of(node, identity.partitions()));
    }

    /** A read-committed consumer sees a lower end: records may be hidden behind an open transaction. */
    long highWatermark(TopicPartition partition) throws InterruptedException, ExecutionException {
        return admin.get()
                .listOffsets(
                        Map.of(partition, OffsetSpec.latest()), new ListOffsetsOptions(IsolationLevel.READ_UNCOMMITTED))
                .partitionResult(partition)
                .get()
                .offset();
    }

    KafkaConsumer<byte[], byte[]> consumer() {
        Properties settings = new Properties();
        settings.putAll(kafka);
        settings.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
        settings.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "none");
        settings.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, "false");
        settings.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, "false");
        settings.put(ConsumerConfig.CLIENT_ID_CONFIG, "node-agent-" + node);
        return new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    }
}
