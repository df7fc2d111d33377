package io.hawser.ledger.outbox.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hawser.bus.envelope.OutgoingRecord;
import io.hawser.bus.envelope.RecordEncoder;
import io.hawser.bus.topic.HawserTopic;
import io.hawser.bus.topic.TopicCreator;
import io.hawser.ledger.LedgerServices;
import io.hawser.ledger.catchup.work.StartGate;
import io.hawser.ledger.operator.api.LedgerReadiness;
import io.hawser.ledger.position.db.EarlierLives;
import io.hawser.ledger.topic.kafka.TopicWatch;
import io.hawser.ledger.tx.db.Transactions;
import io.hawser.v1.Node;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.smallrye.common.annotation.Identifier;
import jakarta.inject.Inject;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.TopicListing;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@QuarkusTest
@QuarkusTestResource(LedgerServices.class)
class LostTopicIT {
    private static final Duration SOON = Duration.ofSeconds(60);

    @Inject
    Transactions transactions;

    @Inject
    StartGate gate;

    @Inject
    TopicWatch watch;

    @Inject
    RecordEncoder encoder;

    @Inject
    LedgerReadiness readiness;

    @Inject
    @Identifier("default-kafka-broker")
    Map<String, Object> kafka;

    private final String key = "k-" + UUID.randomUUID();
    private Admin admin;

    @BeforeEach
    void start() {
        admin = Admin.create(kafka);
        await().atMost(SOON).until(gate::isOpen);
    }

    @AfterEach
    void stop() throws Exception {
        new TopicCreator(admin, encoder.names()).ensure(List.of(HawserTopic.values()));
        await().atMost(SOON).until(() -> watch.lost().isEmpty());
        admin.close();
        // A source topic that was made again is accepted, so that who comes next does not wait for a person.
        String nodes = encoder.names().of(HawserTopic.NODES);
        transactions
                .single(statements -> EarlierLives.close(
                        statements,
                        "ledger-test",
                        nodes,
                        watch.present(nodes).orElseThrow().id()))
                .await()
                .atMost(SOON);
    }

    @Test
    @DisplayName(
            "Records for a topic that is gone wait, and those for others go on; they follow in order once it is back")
    void othersGoOn() throws Exception {
        // Given
        String lost = encoder.names().of(HawserTopic.TASK_VOLUMES);
        delete(lost);

        // When: the first of them are on their way while nobody knows that it is gone
        IntStream.rangeClosed(1, 40).forEach(revision -> {
            publish(state(HawserTopic.TASK_VOLUMES, revision));
            publish(state(HawserTopic.ASSIGNMENTS, revision));
        });

        // Then
        await().atMost(SOON).until(() -> read(HawserTopic.ASSIGNMENTS).size() == 40);
        await().atMost(SOON).until(() -> unsent() == 40 && aside() == 40);
        await().atMost(SOON).untilAsserted(() -> assertThat(waitsFor())
                .contains(lost + " is gone: records wait for it")
                .contains("kafka-topics --create --topic " + lost + " --partitions 8"));

        // When
        new TopicCreator(admin, encoder.names()).ensure(List.of(HawserTopic.TASK_VOLUMES));
        publish(state(HawserTopic.TASK_VOLUMES, 41));

        // Then
        await().atMost(SOON).until(() -> unsent() == 0);
        await().atMost(SOON).until(() -> read(HawserTopic.TASK_VOLUMES).size() >= 41);
        assertThat(read(HawserTopic.TASK_VOLUMES))
                .extracting(LostTopicIT::revision)
                .containsExactlyElementsOf(
                        IntStream.rangeClosed(1, 41).mapToObj(Integer::toString).toList());
        await().atMost(SOON).until(() -> waitsFor().isEmpty());
    }

    @Test
    @DisplayName("A topic of events is made again with the settings that are meant, and nothing that waited is lost")
    void eventsAreMadeAgain() throws Exception {
        // Given
        delete(encoder.names().of(HawserTopic.EVENTS));

        // When
        publish(encoder.encode(HawserTopic.EVENTS, key, key, io.hawser.v1.Event.getDefaultInstance(), Instant.EPOCH));

        // Then
        await().atMost(SOON).until(() -> unsent() == 0);
        await().atMost(SOON).until(() -> !read(HawserTopic.EVENTS).isEmpty());
        assertThat(read(HawserTopic.EVENTS)).hasSize(1);
        assertThat(new TopicCreator(admin, encoder.names()).ensure(List.of(HawserTopic.EVENTS)))
                .isEmpty();
    }

    @Test
    @DisplayName("A source topic is never made again: it would look as if nothing had stood there")
    void sourcesAreNot() throws Exception {
        // Given
        String nodes = encoder.names().of(HawserTopic.NODES);

        // When
        delete(nodes);

        // Then
        await().atMost(SOON).until(() -> watch.lost().contains(nodes));
        watch.look();
        assertThat(watch.lost()).contains(nodes);
        assertThat(waitsFor()).contains(nodes + " is gone: what depends on it is not decided");
    }

    private String waitsFor() {
        return readiness.topics().call().getData().orElseThrow().get("waitsFor").toString();
    }

    /** Returns when the broker lists that one no more: it may have been made again meanwhile. */
    private void delete(String topic) throws Exception {
        Uuid id = listed().get(topic).topicId();
        admin.deleteTopics(List.of(topic)).all().get();
        await().atMost(SOON).until(() -> listed().values().stream()
                .noneMatch(other -> other.topicId().equals(id)));
    }

    private Map<String, TopicListing> listed() throws Exception {
        return admin.listTopics().namesToListings().get();
    }

    private OutgoingRecord state(HawserTopic topic, long revision) {
        return encoder.state(
                topic, key, revision, Node.newBuilder().setName(key).build(), Instant.EPOCH);
    }

    private void publish(OutgoingRecord record) {
        transactions
                .run(tx -> {
                    tx.publish(record);
                    return tx.execute("select 1");
                })
                .await()
                .atMost(SOON);
    }

    private long unsent() {
        return count("select count(*) from ledger_outbox where key = $1");
    }

    private long aside() {
        return count("select count(*) from ledger_outbox where key = $1 and shard < 0");
    }

    private long count(String sql) {
        return transactions
                .read(tx -> tx.statements().select(sql, key))
                .map(rows -> (Long) rows.getFirst()[0])
                .await()
                .atMost(SOON);
    }

    private static String revision(ConsumerRecord<byte[], byte[]> record) {
        String id = new String(record.headers().lastHeader("ce_id").value(), UTF_8);
        return id.substring(id.lastIndexOf('/') + 1);
    }

    /** What the topic holds of this test's key. A producer's commit returns before its marker is written. */
    private List<ConsumerRecord<byte[], byte[]>> read(HawserTopic topic) {
        Map<String, Object> settings = new HashMap<>(kafka);
        settings.put("isolation.level", "read_committed");
        List<ConsumerRecord<byte[], byte[]>> found = new java.util.ArrayList<>();
        try (KafkaConsumer<byte[], byte[]> consumer =
                new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            List<TopicPartition> partitions = IntStream.range(0, topic.partitions())
                    .mapToObj(partition -> new TopicPartition(encoder.names().of(topic), partition))
                    .toList();
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
            while (ends.entrySet().stream().anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
                consumer.poll(Duration.ofMillis(200)).forEach(found::add);
            }
        }
        return found.stream()
                .filter(record -> record.key() != null && new String(record.key(), UTF_8).equals(key))
                .toList();
    }
}
