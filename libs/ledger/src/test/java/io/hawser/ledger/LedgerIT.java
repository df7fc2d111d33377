package io.hawser.ledger;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hawser.bus.envelope.RecordEncoder;
import io.hawser.bus.topic.HawserTopic;
import io.hawser.bus.topic.TopicNames;
import io.hawser.ledger.catchup.Barrier;
import io.hawser.ledger.catchup.work.CatchUp;
import io.hawser.ledger.tx.db.Transactions;
import io.hawser.v1.Event;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@QuarkusTest
@QuarkusTestResource(LedgerServices.class)
class LedgerIT {
    @Inject
    TaskLog tasks;

    @Inject
    TopicNames names;

    @Inject
    Transactions transactions;

    @Inject
    CatchUp catchUp;

    @Inject
    RecordEncoder encoder;

    @Test
    @DisplayName("An await that names no timeout has a minute in Quarkus, too")
    void aMinute() {
        AtomicLong left = new AtomicLong();

        await().conditionEvaluationListener(looked -> left.set(looked.getRemainingTimeInMS()))
                .until(() -> true);

        assertThat(left.get()).isGreaterThan(10_000);
    }

    @Test
    void appliesEveryRecordOnceAndAnswersEachOverTheOutbox() throws Exception {
        // Given
        String service = "s" + UUID.randomUUID();

        // When
        try (KafkaProducer<byte[], byte[]> producer = tasks.producer(Map.of())) {
            for (int i = 0; i < 1000; i++) {
                producer.send(tasks.record(service + "-" + i, service));
            }
            producer.send(
                    new ProducerRecord<>(names.of(HawserTopic.TASKS), "x".getBytes(UTF_8), "garbage".getBytes(UTF_8)));
            producer.send(tasks.record("poison", service));
            producer.send(tasks.record(service + "-last", service)).get();
        }

        // Then
        await().atMost(Duration.ofMinutes(3)).until(() -> tasks.count(service) == 1001);
        List<ConsumerRecord<byte[], byte[]>> events = tasks.read(names.of(HawserTopic.EVENTS), 8, 1001, service);
        assertThat(events).hasSize(1001);
        List<ConsumerRecord<byte[], byte[]>> dead = tasks.read(names.deadOf(HawserTopic.TASKS), 1, 2, "");
        assertThat(dead).hasSizeGreaterThanOrEqualTo(2);
        assertThat(dead).allSatisfy(record -> assertThat(record.headers().lastHeader("hawser_message"))
                .isNotNull());
    }

    @Test
    void positionsReachTheHighWatermarkBehindTransactionMarkers() throws Exception {
        // Given
        String service = "s" + UUID.randomUUID();
        try (KafkaProducer<byte[], byte[]> producer = tasks.producer(Map.of("transactional.id", service))) {
            producer.initTransactions();
            producer.beginTransaction();
            producer.send(tasks.record(service + "-1", service));
            producer.flush();
            producer.commitTransaction();
        }

        // When
        Barrier barrier = catchUp.barrier(List.of(HawserTopic.TASKS)).await().atMost(Duration.ofSeconds(60));

        // Then
        await().atMost(Duration.ofSeconds(60)).until(() -> transactions
                .run(catchUp::positions)
                .map(Barrier.parse(barrier.toText())::reachedBy)
                .await()
                .atMost(Duration.ofSeconds(60)));
        assertThat(tasks.count(service)).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource({"1048588, 1200000", "20000, 30000"})
    @DisplayName("A record that is too large for Kafka, or for its topic, "
            + "goes to the dead letters, cut, and holds up nobody behind it")
    void aRecordTooLargeHoldsUpNobody(int taken, int size) throws Exception {
        // Given
        String key = "k" + UUID.randomUUID();
        String topic = names.of(HawserTopic.EVENTS);
        tasks.takesAtMost(topic, taken);

        // When
        publish(key, "large", "x".repeat(size));
        publish(key, "small", "");

        // Then
        List<ConsumerRecord<byte[], byte[]>> events = tasks.read(topic, 8, 1, key);
        assertThat(events).extracting(event -> header(event, "ce_id")).containsExactly("small");
        List<ConsumerRecord<byte[], byte[]>> dead = tasks.read(names.deadOf(HawserTopic.EVENTS), 1, 1, key);
        assertThat(dead).singleElement().satisfies(letter -> {
            assertThat(header(letter, "hawser_message")).contains("too large");
            assertThat(header(letter, "hawser_topic")).isEqualTo(topic);
            assertThat(Integer.parseInt(header(letter, "hawser_bytes"))).isGreaterThan(size);
            assertThat(letter.value()).hasSizeLessThan(taken);
        });
        tasks.takesAtMost(topic, 1048588);
    }

    @Test
    @DisplayName("Transactions that begin behind one another's ends do not all stay on the event loop of the first")
    void onSeveralEventLoops() {
        // Given
        Set<String> threads = ConcurrentHashMap.newKeySet();
        Uni<Void> one = Uni.createFrom()
                .deferred(() -> transactions.run(tx -> {
                    threads.add(Thread.currentThread().getName());
                    return Uni.createFrom().voidItem();
                }));

        // When
        one.repeat().atMost(8).collect().asList().await().atMost(Duration.ofSeconds(60));

        // Then
        assertThat(threads).hasSizeGreaterThan(1);
    }

    private void publish(String key, String id, String message) {
        Event event = Event.newBuilder().setEntity(key).setMessage(message).build();
        transactions
                .run(tx -> {
                    tx.publish(encoder.encode(HawserTopic.EVENTS, key, id, event, tx.now()));
                    return Uni.createFrom().voidItem();
                })
                .await()
                .atMost(Duration.ofSeconds(60));
    }

    private static String header(ConsumerRecord<byte[], byte[]> record, String name) {
        return new String(record.headers().lastHeader(name).value(), UTF_8);
    }
}
