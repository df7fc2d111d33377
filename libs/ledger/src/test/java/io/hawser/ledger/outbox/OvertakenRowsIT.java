package io.hawser.ledger.outbox;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hawser.bus.envelope.OutgoingRecord;
import io.hawser.bus.envelope.RecordEncoder;
import io.hawser.bus.topic.HawserTopic;
import io.hawser.ledger.LedgerServices;
import io.hawser.ledger.catchup.StartGate;
import io.hawser.ledger.tx.DatabaseLife;
import io.hawser.ledger.tx.Transactions;
import io.hawser.v1.Node;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.smallrye.common.annotation.Identifier;
import jakarta.inject.Inject;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@QuarkusTest
@QuarkusTestResource(LedgerServices.class)
class OvertakenRowsIT {
    private static final Duration SOON = Duration.ofSeconds(60);

    @Inject
    Transactions transactions;

    @Inject
    StartGate gate;

    @Inject
    DatabaseLife life;

    @Inject
    RecordEncoder encoder;

    @Inject
    @Identifier("default-kafka-broker")
    Map<String, Object> kafka;

    private final String key = "k-" + UUID.randomUUID();
    private final String behind = "l-" + UUID.randomUUID();
    private final List<ConsumerRecord<byte[], byte[]>> seen = new ArrayList<>();
    private KafkaConsumer<byte[], byte[]> topic;

    @BeforeEach
    void start() {
        await().atMost(SOON).until(gate::isOpen);
        Map<String, Object> settings = new HashMap<>(kafka);
        settings.put("isolation.level", "read_committed");
        topic = new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer());
        List<TopicPartition> partitions = IntStream.range(0, HawserTopic.VOLUMES.partitions())
                .mapToObj(partition -> new TopicPartition(encoder.names().of(HawserTopic.VOLUMES), partition))
                .toList();
        topic.assign(partitions);
        topic.seekToBeginning(partitions);
    }

    @AfterEach
    void stop() {
        topic.close();
    }

    @Test
    @DisplayName(
            "A restored row that its topic has overtaken is not sent; a new one under an id that was drawn before is")
    void aRestoredRowThatWasOvertaken() {
        // Given
        publish(state(key, 1));
        publish(encoder.tombstone(HawserTopic.VOLUMES, key));
        publish(state(behind, 1));
        await().atMost(SOON).until(() -> of(key).size() >= 2 && !of(behind).isEmpty());
        // A row is deleted after it was seen in the topic, and keeps its id until then.
        await().atMost(SOON).until(() -> unsent() == 0);
        Drawn first = drawn(of(key).getFirst());
        Drawn last = drawn(of(behind).getFirst());
        // A relay that starts over sends a row again.
        int sent = of(key).size();
        Drawn again = new Drawn(last.id(), micros(Instant.now()));

        // When
        life.suspect("a test restores rows");
        restore(first, state(key, 1));
        restore(again, state(behind, 2));

        // Then
        await().atMost(SOON).until(() -> of(behind).stream()
                .anyMatch(record -> drawn(record).equals(again)));
        await().atMost(SOON).until(() -> unsent() == 0);
        assertThat(of(key)).hasSize(sent);
        assertThat(of(key).getLast().value()).isNull();
    }

    private OutgoingRecord state(String name, long revision) {
        return encoder.state(
                HawserTopic.VOLUMES,
                name,
                revision,
                Node.newBuilder().setName(name).build(),
                Instant.EPOCH);
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

    /** As a backup has it. */
    private void restore(Drawn drawn, OutgoingRecord record) {
        transactions
                .run(tx -> OutboxRows.insert(tx.statements(), List.of(record))
                        .chain(() -> tx.execute(
                                "update ledger_outbox set id = $2, drawn = $3 where key = $1",
                                record.key(),
                                drawn.id(),
                                OffsetDateTime.ofInstant(
                                        Instant.EPOCH.plus(drawn.micros(), ChronoUnit.MICROS), ZoneOffset.UTC))))
                .await()
                .atMost(SOON);
    }

    private long unsent() {
        return transactions
                .read(tx -> tx.statements().select("select count(*) from ledger_outbox where key = any($1)", (Object)
                        new String[] {key, behind}))
                .map(rows -> (Long) rows.getFirst()[0])
                .await()
                .atMost(SOON);
    }

    private List<ConsumerRecord<byte[], byte[]>> of(String name) {
        topic.poll(Duration.ofMillis(100)).forEach(seen::add);
        return seen.stream()
                .filter(record -> new String(record.key(), UTF_8).equals(name))
                .toList();
    }

    private static Drawn drawn(ConsumerRecord<byte[], byte[]> record) {
        return Drawn.parse(new String(record.headers().lastHeader(Drawn.HEADER).value(), UTF_8))
                .orElseThrow();
    }

    private static long micros(Instant instant) {
        return ChronoUnit.MICROS.between(Instant.EPOCH, instant);
    }
}
