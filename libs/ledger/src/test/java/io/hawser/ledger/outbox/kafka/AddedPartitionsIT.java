package io.hawser.ledger.outbox.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hawser.bus.envelope.OutgoingRecord;
import io.hawser.bus.topic.HawserTopic;
import io.hawser.bus.topic.KeyHash;
import io.hawser.bus.topic.TopicCreator;
import io.hawser.bus.topic.TopicNames;
import io.hawser.ledger.LedgerServices;
import io.hawser.ledger.catchup.work.StartGate;
import io.hawser.ledger.topic.kafka.TopicWatch;
import io.hawser.ledger.tx.db.Transactions;
import io.hawser.testkit.topic.CommittedRecords;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.smallrye.common.annotation.Identifier;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewPartitions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@QuarkusTest
@QuarkusTestResource(LedgerServices.class)
class AddedPartitionsIT {
    private static final Duration SOON = Duration.ofSeconds(60);
    private static final String NODE = "node-1";
    private static final String KEY = NODE + "/db-data";
    private static final int MORE = 8;

    @Inject
    Transactions transactions;

    @Inject
    StartGate gate;

    @Inject
    TopicWatch watch;

    @Inject
    TopicNames names;

    @Inject
    @Identifier("default-kafka-broker")
    Map<String, Object> kafka;

    private Admin admin;

    @BeforeEach
    void start() {
        admin = Admin.create(kafka);
        await().atMost(SOON).until(gate::isOpen);
    }

    @AfterEach
    void stop() {
        admin.close();
    }

    @Test
    @DisplayName("After partitions were added, a node's next record is in the partition that its agent reads then")
    void theNextRecordIsWhereTheAgentReads() throws Exception {
        // Given: the relay's producer knows the topic. No other test writes it, so it may keep its partitions.
        String topic = names.deadOf(HawserTopic.ASSIGNMENTS);
        publish(topic);
        await().atMost(SOON).until(() -> records(topic).size() == 1 && unsent(KEY) == 0);

        // When
        admin.createPartitions(Map.of(topic, NewPartitions.increaseTo(MORE)))
                .all()
                .get();
        await().atMost(SOON).until(() -> {
            watch.look();
            return watch.present(topic).orElseThrow().partitions() == MORE;
        });
        publish(topic);

        // Then
        await().atMost(SOON).until(() -> records(topic).size() == 2);
        assertThat(KeyHash.of(NODE, MORE)).isPositive();
        assertThat(records(topic)).extracting(ConsumerRecord::partition).containsExactly(0, KeyHash.of(NODE, MORE));
    }

    @Test
    @DisplayName("After partitions were added to a state topic, a key's next record is where the key belongs by the"
            + " number that was seen, not by the producer's own, which is older")
    void theNextStateIsWhereItsKeyBelongs() throws Exception {
        // Given: the relay's producer knows the topic.
        int more = HawserTopic.TASK_VOLUMES.partitions() * 2;
        String topic = names.of(HawserTopic.TASK_VOLUMES);
        String moved = IntStream.iterate(0, i -> i + 1)
                .mapToObj(i -> "moved-" + i)
                .filter(key -> KeyHash.of(key, more) >= HawserTopic.TASK_VOLUMES.partitions())
                .findFirst()
                .orElseThrow();
        OutgoingRecord record = new OutgoingRecord(topic, moved, Optional.empty(), Map.of(), Optional.empty());
        publish(record);
        await().atMost(SOON).until(() -> records(topic, moved).size() == 1 && unsent(moved) == 0);

        // When
        admin.createPartitions(Map.of(topic, NewPartitions.increaseTo(more)))
                .all()
                .get();
        try {
            await().atMost(SOON).until(() -> {
                watch.look();
                return watch.present(topic).orElseThrow().partitions() == more;
            });
            publish(record);

            // Then
            await().atMost(SOON).until(() -> records(topic, moved).size() == 2);
            assertThat(records(topic, moved))
                    .extracting(ConsumerRecord::partition)
                    .containsExactly(KeyHash.of(moved, HawserTopic.TASK_VOLUMES.partitions()), KeyHash.of(moved, more));
        } finally {
            admin.deleteTopics(List.of(topic)).all().get();
            await().atMost(SOON).until(() -> {
                new TopicCreator(admin, names).ensure(List.of(HawserTopic.TASK_VOLUMES));
                watch.look();
                return watch.present(topic)
                        .filter(life -> life.partitions() == HawserTopic.TASK_VOLUMES.partitions())
                        .isPresent();
            });
        }
    }

    @Test
    @DisplayName("Of a topic that the service has not seen yet, the producer's own count chooses the partition")
    void aTopicThatWasNotSeenYet() throws Exception {
        // Given
        String topic = "unseen";
        admin.createTopics(List.of(new NewTopic(topic, Optional.of(MORE), Optional.empty())))
                .all()
                .get();

        // When
        publish(topic);

        // Then
        await().atMost(SOON).until(() -> !records(topic).isEmpty());
        assertThat(watch.present(topic)).isEmpty();
        assertThat(records(topic)).extracting(ConsumerRecord::partition).containsExactly(KeyHash.of(NODE, MORE));
    }

    private void publish(String topic) {
        publish(new OutgoingRecord(topic, KEY, Optional.of(NODE), Map.of(), Optional.empty()));
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

    private long unsent(String key) {
        return transactions
                .read(tx -> tx.statements().select("select count(*) from ledger_outbox where key = $1", key))
                .map(rows -> (Long) rows.getFirst()[0])
                .await()
                .atMost(SOON);
    }

    private List<ConsumerRecord<byte[], byte[]>> records(String topic) {
        return records(topic, KEY);
    }

    /** By time: the partitions are read in any order. */
    private List<ConsumerRecord<byte[], byte[]>> records(String topic, String key) {
        return CommittedRecords.of(kafka, topic).stream()
                .filter(record -> new String(record.key(), UTF_8).equals(key))
                .filter(CommittedRecords.firstOfEachRow())
                .sorted(Comparator.comparing(ConsumerRecord::timestamp))
                .toList();
    }
}
