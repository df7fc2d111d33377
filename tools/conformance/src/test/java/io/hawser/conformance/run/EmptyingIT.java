package io.hawser.conformance.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hawser.bus.topic.HawserTopic;
import io.hawser.bus.topic.TopicNames;
import io.hawser.conformance.machine.TopicAdmin;
import io.hawser.testkit.shared.SharedBroker;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class EmptyingIT {
    private static final HawserTopic TOPIC = HawserTopic.ASSIGNMENTS;
    private static final String NAME = TopicNames.DEFAULT.of(TOPIC);

    @Test
    @DisplayName("Every record that a compacted topic has is gone, "
            + "one that comes meanwhile stays, and the topic is compacted as before")
    void everyRecordIsGone() throws Exception {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", SharedBroker.bootstrapServers()))) {
            // Given
            admin.createTopics(List.of(new NewTopic(NAME, TOPIC.partitions(), (short) 1)
                            .configs(Map.of("cleanup.policy", "compact"))))
                    .all()
                    .get(30, TimeUnit.SECONDS);
            for (int partition = 0; partition < TOPIC.partitions(); partition++) {
                produce(partition, "a");
                produce(partition, "b");
            }

            // When
            Emptying.of(SharedBroker.bootstrapServers(), TOPIC, () -> produce(0, "c"));

            // Then
            Map<TopicPartition, Long> first = TopicAdmin.beginnings(admin, List.of(TOPIC));
            assertThat(first.values()).containsOnly(2L);
            Map<TopicPartition, Long> end = new HashMap<>(first);
            end.put(new TopicPartition(NAME, 0), 3L);
            assertThat(TopicAdmin.ends(admin, List.of(TOPIC))).isEqualTo(end);
            // The broker applies a policy a moment after it was set.
            await().untilAsserted(() -> assertThat(policy(admin)).isEqualTo("compact"));
        }
    }

    private static String policy(Admin admin) throws Exception {
        ConfigResource topic = new ConfigResource(ConfigResource.Type.TOPIC, NAME);
        return admin.describeConfigs(List.of(topic))
                .all()
                .get(30, TimeUnit.SECONDS)
                .get(topic)
                .get("cleanup.policy")
                .value();
    }

    private static void produce(int partition, String key) {
        try (KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", SharedBroker.bootstrapServers()),
                new ByteArraySerializer(),
                new ByteArraySerializer())) {
            producer.send(new ProducerRecord<>(NAME, partition, key.getBytes(StandardCharsets.UTF_8), new byte[] {1}));
        }
    }
}
