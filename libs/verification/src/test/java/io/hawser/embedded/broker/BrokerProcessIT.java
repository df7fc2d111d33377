package io.hawser.embedded.broker;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.hawser.testkit.shared.ScratchFolder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class BrokerProcessIT {
    private static BrokerProcess broker;

    @BeforeAll
    static void start() {
        broker = BrokerProcess.in(ScratchFolder.create("broker-it")).start();
    }

    @AfterAll
    static void stop() {
        broker.close();
    }

    @Test
    void recordsAndAddressSurviveAKill() throws Exception {
        // Given
        String address = broker.bootstrapServers();
        createTopic("survives");
        try (var producer = producer(Map.of())) {
            producer.send(new ProducerRecord<>("survives", "key", "before the kill"))
                    .get(30, SECONDS);
        }
        // When
        broker.kill();
        broker.start();
        // Then
        assertThat(broker.bootstrapServers()).isEqualTo(address);
        assertThat(values("survives", 1)).containsExactly("before the kill");
    }

    @Test
    void recordsSurviveARestart() throws Exception {
        // Given
        createTopic("restarted");
        try (var producer = producer(Map.of())) {
            producer.send(new ProducerRecord<>("restarted", "key", "before the restart"))
                    .get(30, SECONDS);
        }
        // When
        broker.restart();
        // Then
        assertThat(values("restarted", 1)).containsExactly("before the restart");
    }

    @Test
    void committedReadersSeeOnlyCommittedTransactions() throws Exception {
        // Given
        createTopic("transactions");
        try (var producer = producer(Map.of("transactional.id", "broker-it"))) {
            producer.initTransactions();
            producer.beginTransaction();
            producer.send(new ProducerRecord<>("transactions", "key", "aborted"))
                    .get(30, SECONDS);
            producer.abortTransaction();
            producer.beginTransaction();
            producer.send(new ProducerRecord<>("transactions", "key", "committed"))
                    .get(30, SECONDS);
            // When
            producer.commitTransaction();
        }
        // Then
        assertThat(values("transactions", 1)).containsExactly("committed");
    }

    @Test
    void topicsAreNotCreatedByWritingToThem() {
        // Given
        try (var producer = producer(Map.of("max.block.ms", "1000"))) {
            // When
            var sent = producer.send(new ProducerRecord<>("nobody-created-me", "key", "value"));
            // Then
            assertThatThrownBy(() -> sent.get(30, SECONDS))
                    .isInstanceOf(ExecutionException.class)
                    .hasCauseInstanceOf(TimeoutException.class);
        }
    }

    @Test
    void aPausedBrokerAnswersNothingUntilResumed() {
        // Given
        broker.pause();
        boolean readyWhilePaused = broker.ready();
        // When
        broker.resume();
        // Then
        assertThat(readyWhilePaused).isFalse();
        await().atMost(Duration.ofSeconds(60)).until(broker::ready);
    }

    private static void createTopic(String name) throws Exception {
        try (var admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()))) {
            admin.createTopics(List.of(new NewTopic(name, 1, (short) 1))).all().get(30, SECONDS);
        }
    }

    private static KafkaProducer<String, String> producer(Map<String, Object> more) {
        var config = new HashMap<String, Object>(more);
        config.put("bootstrap.servers", broker.bootstrapServers());
        return new KafkaProducer<>(config, new StringSerializer(), new StringSerializer());
    }

    private static List<String> values(String topic, int atLeast) {
        var partition = new TopicPartition(topic, 0);
        List<String> values = new ArrayList<>();
        Map<String, Object> config =
                Map.of("bootstrap.servers", broker.bootstrapServers(), "isolation.level", "read_committed");
        try (var consumer = new KafkaConsumer<>(config, new StringDeserializer(), new StringDeserializer())) {
            consumer.assign(List.of(partition));
            consumer.seekToBeginning(List.of(partition));
            await().atMost(Duration.ofSeconds(60)).until(() -> {
                for (ConsumerRecord<String, String> each : consumer.poll(Duration.ofMillis(200))) {
                    values.add(each.value());
                }
                return values.size() >= atLeast;
            });
        }
        return values;
    }
}
