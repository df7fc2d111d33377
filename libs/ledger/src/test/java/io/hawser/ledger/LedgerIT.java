package io.hawser.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hawser.bus.envelope.ProducerRecords;
import io.hawser.bus.envelope.RecordEncoder;
import io.hawser.bus.topic.HawserTopic;
import io.hawser.bus.topic.TopicNames;
import io.hawser.ledger.catchup.Barrier;
import io.hawser.ledger.catchup.CatchUp;
import io.hawser.ledger.tx.Transactions;
import io.hawser.testkit.quarkus.EmbeddedServices;
import io.hawser.v1.Task;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.smallrye.common.annotation.Identifier;
import jakarta.inject.Inject;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;

@QuarkusTest
@QuarkusTestResource(EmbeddedServices.class)
class LedgerIT {
    @Inject
    @Identifier("default-kafka-broker")
    Map<String, Object> kafka;

    @Inject
    TopicNames names;

    @Inject
    Transactions transactions;

    @Inject
    CatchUp catchUp;

    @Test
    void appliesEveryRecordOnceAndAnswersEachOverTheOutbox() throws Exception {
        // Given
        String service = "s" + UUID.randomUUID();

        // When
        try (KafkaProducer<byte[], byte[]> producer = producer(Map.of())) {
            for (int i = 0; i < 1000; i++) {
                producer.send(record(service + "-" + i, service));
            }
            producer.send(new ProducerRecord<>(names.of(HawserTopic.TASKS), "x".getBytes(), "garbage".getBytes()));
            producer.send(record("poison", service));
            producer.send(record(service + "-last", service)).get();
        }

        // Then
        await().atMost(Duration.ofSeconds(60)).until(() -> count(service) == 1001);
        try (KafkaConsumer<byte[], byte[]> consumer = consumer()) {
            List<ConsumerRecord<byte[], byte[]>> events =
                    read(consumer, names.of(HawserTopic.EVENTS), 8, 1001, service);
            assertThat(events).hasSize(1001);
            List<ConsumerRecord<byte[], byte[]>> dead = read(consumer, names.deadOf(HawserTopic.TASKS), 1, 2, "");
            assertThat(dead).hasSize(2);
            assertThat(dead).allSatisfy(record -> assertThat(record.headers().lastHeader("hawser_reason"))
                    .isNotNull());
        }
    }

    @Test
    void positionsReachTheHighWatermarkBehindTransactionMarkers() throws Exception {
        // Given
        String service = "s" + UUID.randomUUID();
        try (KafkaProducer<byte[], byte[]> producer = producer(Map.of("transactional.id", service))) {
            producer.initTransactions();
            producer.beginTransaction();
            producer.send(record(service + "-1", service));
            producer.commitTransaction();
        }

        // When
        Barrier barrier = catchUp.barrier(List.of(HawserTopic.TASKS)).await().atMost(Duration.ofSeconds(10));

        // Then
        await().atMost(Duration.ofSeconds(30)).until(() -> transactions
                .run(catchUp::positions)
                .map(Barrier.parse(barrier.toText())::reachedBy)
                .await()
                .atMost(Duration.ofSeconds(10)));
        assertThat(count(service)).isEqualTo(1);
    }

    private ProducerRecord<byte[], byte[]> record(String task, String service) {
        RecordEncoder encoder = new RecordEncoder(names, "test");
        return ProducerRecords.of(
                encoder.encode(
                        HawserTopic.TASKS,
                        task,
                        task,
                        Task.newBuilder().setName(task).setService(service).build(),
                        Instant.EPOCH),
                topic -> 1);
    }

    private int count(String service) {
        return transactions
                .run(tx -> tx.statements().select("select count from counter where name = $1", service))
                .await()
                .atMost(Duration.ofSeconds(10))
                .stream()
                .mapToInt(row -> (Integer) row[0])
                .sum();
    }

    private KafkaProducer<byte[], byte[]> producer(Map<String, Object> more) {
        Map<String, Object> settings = new HashMap<>(kafka);
        settings.putAll(more);
        return new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer());
    }

    private KafkaConsumer<byte[], byte[]> consumer() {
        Map<String, Object> settings = new HashMap<>(kafka);
        settings.put("isolation.level", "read_committed");
        return new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    }

    private static List<ConsumerRecord<byte[], byte[]>> read(
            KafkaConsumer<byte[], byte[]> consumer, String topic, int partitions, int expected, String keyPrefix) {
        List<TopicPartition> all = java.util.stream.IntStream.range(0, partitions)
                .mapToObj(partition -> new TopicPartition(topic, partition))
                .toList();
        consumer.assign(all);
        consumer.seekToBeginning(all);
        List<ConsumerRecord<byte[], byte[]>> records = new java.util.ArrayList<>();
        await().atMost(Duration.ofSeconds(30)).until(() -> {
            for (ConsumerRecord<byte[], byte[]> record : consumer.poll(Duration.ofMillis(200))) {
                if (new String(record.key(), StandardCharsets.UTF_8).startsWith(keyPrefix)) {
                    records.add(record);
                }
            }
            return records.size() >= expected;
        });
        return records;
    }
}
