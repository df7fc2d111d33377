package io.hawser.conformance.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hawser.bus.envelope.Decoded;
import io.hawser.bus.envelope.OutgoingRecord;
import io.hawser.bus.envelope.ProducerRecords;
import io.hawser.bus.envelope.RecordEncoder;
import io.hawser.bus.topic.HawserTopic;
import io.hawser.bus.topic.TopicNames;
import io.hawser.testkit.shared.SharedBroker;
import io.hawser.v1.Task;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;

class TopicTapIT {
    private static final Duration LONG = Duration.ofSeconds(60);

    private final TopicNames names =
            new TopicNames(SharedBroker.freshPrefix(TopicTapIT.class).replaceAll("\\.$", ""));
    private final RecordEncoder encoder = new RecordEncoder(names, "hawser/test");
    private final String topic = names.of(HawserTopic.TASKS);

    @Test
    void readsEveryRecordOfTopicsThatComeLater() throws Exception {
        // Given
        try (TopicTap tap = new TopicTap(SharedBroker.bootstrapServers(), names);
                Admin admin = Admin.create(Map.of("bootstrap.servers", SharedBroker.bootstrapServers()))) {
            tap.awaitEnd(LONG);
            admin.createTopics(List.of(new NewTopic(topic, 2, (short) 1))).all().get(30, TimeUnit.SECONDS);
            // When
            Instant before = Instant.now();
            produce(task("t1"), encoder.tombstone(HawserTopic.TASKS, "t1"));
            produceGarbage();
            tap.awaitEnd(LONG);
            // Then
            assertThat(tap.records()).hasSize(3);
            TopicRecord first = tap.records().stream()
                    .filter(record -> record.as(Task.class).isPresent())
                    .findFirst()
                    .orElseThrow();
            assertThat(first.key()).isEqualTo("t1");
            assertThat(first.source()).isEqualTo("hawser/test");
            assertThat(first.at()).isBetween(before.minusMillis(1), Instant.now());
            assertThat(tap.records()).filteredOn(TopicRecord::tombstone).hasSize(1);
            assertThat(tap.records())
                    .filteredOn(record -> record.decoded() instanceof Decoded.Malformed)
                    .hasSize(1);
        }
    }

    @Test
    void goesOnWhenATopicIsMadeAnew() throws Exception {
        // Given
        try (TopicTap tap = new TopicTap(SharedBroker.bootstrapServers(), names);
                Admin admin = Admin.create(Map.of("bootstrap.servers", SharedBroker.bootstrapServers()))) {
            admin.createTopics(List.of(new NewTopic(topic, 1, (short) 1))).all().get(30, TimeUnit.SECONDS);
            produce(task("before"), task("before-too"));
            tap.awaitEnd(LONG);
            // When
            admin.deleteTopics(List.of(topic)).all().get(30, TimeUnit.SECONDS);
            // The broker lists it a moment longer; then the tap would go on where it was in the old one.
            await().until(() -> !admin.listTopics().names().get().contains(topic));
            tap.awaitEnd(LONG);
            admin.createTopics(List.of(new NewTopic(topic, 1, (short) 1))).all().get(30, TimeUnit.SECONDS);
            produce(task("after"));
            tap.awaitEnd(LONG);
            // Then
            assertThat(tap.records()).extracting(TopicRecord::key).containsExactly("before", "before-too", "after");
        }
    }

    private OutgoingRecord task(String name) {
        return encoder.encode(
                HawserTopic.TASKS,
                name,
                name + "-id",
                Task.newBuilder().setName(name).build(),
                Instant.now());
    }

    private void produce(OutgoingRecord... records) throws Exception {
        try (KafkaProducer<byte[], byte[]> producer = producer()) {
            for (OutgoingRecord record : records) {
                producer.send(ProducerRecords.of(record, topic -> 1)).get(30, TimeUnit.SECONDS);
            }
        }
    }

    private void produceGarbage() throws Exception {
        try (KafkaProducer<byte[], byte[]> producer = producer()) {
            producer.send(new ProducerRecord<>(topic, new byte[] {1, 2}, new byte[] {3}))
                    .get(30, TimeUnit.SECONDS);
        }
    }

    private static KafkaProducer<byte[], byte[]> producer() {
        return new KafkaProducer<>(
                Map.of("bootstrap.servers", SharedBroker.bootstrapServers()),
                new ByteArraySerializer(),
                new ByteArraySerializer());
    }
}
