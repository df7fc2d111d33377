package io.hawser.ledger.outbox.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.hawser.bus.envelope.OutgoingRecord;
import io.hawser.bus.envelope.RecordEncoder;
import io.hawser.bus.topic.HawserTopic;
import io.hawser.bus.topic.KeyHash;
import io.hawser.ledger.LedgerServices;
import io.hawser.ledger.catchup.work.CatchUp;
import io.hawser.ledger.catchup.work.OwnRecords;
import io.hawser.ledger.catchup.work.StartGate;
import io.hawser.ledger.outbox.Drawn;
import io.hawser.ledger.outbox.Shards;
import io.hawser.ledger.topic.kafka.TopicWatch;
import io.hawser.ledger.tx.db.DatabaseLife;
import io.hawser.ledger.tx.db.Transactions;
import io.hawser.v1.Node;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
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
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@QuarkusTest
@QuarkusTestResource(LedgerServices.class)
class OvertakenRowsIT {
    private static final Duration SOON = Duration.ofSeconds(60);
    /** A shard without a relay. */
    private static final int UNDRAINED = 99;

    @Inject
    Transactions transactions;

    @Inject
    StartGate gate;

    @Inject
    CatchUp catchUp;

    @Inject
    TopicWatch watch;

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
        transactions
                .run(tx -> tx.execute("delete from ledger_outbox where shard = $1", (short) UNDRAINED))
                .await()
                .atMost(SOON);
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

    @Test
    @DisplayName("A row is overtaken also by a record behind a transaction that is still open: its end is waited for")
    void overtakenBehindAnOpenTransaction() {
        // Given: a relay compares before its first row, and the shard of either key may be the first to send one
        publish(state(behind, 1));
        publish(state(key, 1));
        await().atMost(SOON).until(() -> !of(behind).isEmpty() && unsent() == 0);
        Drawn older = drawn(of(behind).getFirst());
        OvertakenRows rows = overtakenRows();
        AtomicBoolean ended = new AtomicBoolean();
        try (Producer<byte[], byte[]> foreign = foreign()) {
            foreign.initTransactions();
            foreign.beginTransaction();
            foreign.send(new ProducerRecord<>(
                    encoder.names().of(HawserTopic.VOLUMES),
                    KeyHash.of(key, HawserTopic.VOLUMES.partitions()),
                    "foreign".getBytes(UTF_8),
                    new byte[0]));
            foreign.flush();
            publish(encoder.tombstone(HawserTopic.VOLUMES, key));
            await().atMost(SOON).until(() -> unsent() == 0);
            restore(older, state(key, 1), UNDRAINED);

            // When
            boolean before = rows.maySend(() -> {
                if (ended.compareAndSet(false, true)) {
                    foreign.abortTransaction();
                }
                return true;
            });

            // Then
            assertThat(before).isFalse();
            assertThat(ended).isTrue();
            assertThat(unsent()).isZero();
            assertThat(rows.maySend(() -> true)).isTrue();
        }
    }

    @Test
    @DisplayName("A topic that is missing is named, and its row stays: the relay says what it waits for")
    void aTopicThatIsMissing() {
        // Given: another test may have made it
        String plugins = encoder.names().of(HawserTopic.PLUGINS);
        try (Admin admin = Admin.create(kafka)) {
            admin.deleteTopics(List.of(plugins));
            await().atMost(SOON).until(() -> !admin.listTopics().names().get().contains(plugins));
        }
        restore(new Drawn(1, 1), encoder.tombstone(HawserTopic.PLUGINS, key), UNDRAINED);
        OvertakenRows rows = overtakenRows();

        // When
        ThrowingCallable asked = () -> rows.maySend(() -> true);

        // Then
        assertThatThrownBy(asked).hasMessageStartingWith("cannot ask how far " + plugins + " goes: ");
        assertThat(unsent()).isEqualTo(1);
    }

    /** What a relay would ask of the shard {@link #UNDRAINED}. */
    private OvertakenRows overtakenRows() {
        return new OvertakenRows(
                UNDRAINED,
                new OvertakenRows.Parts(
                        gate,
                        catchUp,
                        life,
                        transactions,
                        encoder.names(),
                        watch,
                        new SimpleMeterRegistry(),
                        () -> OwnRecords.consumer(kafka),
                        SOON));
    }

    private Producer<byte[], byte[]> foreign() {
        Map<String, Object> settings = new HashMap<>(kafka);
        settings.put("transactional.id", "foreign-" + UUID.randomUUID());
        return new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer());
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

    private void restore(Drawn drawn, OutgoingRecord record) {
        restore(drawn, record, Shards.of(record.topic(), record.key()));
    }

    /** As a backup has it. */
    private void restore(Drawn drawn, OutgoingRecord record, int shard) {
        transactions
                .run(tx -> OutboxRows.insert(tx.statements(), List.of(record))
                        .chain(() -> tx.execute(
                                "update ledger_outbox set shard = $4, id = $2, drawn = $3 where key = $1",
                                record.key(),
                                drawn.id(),
                                OffsetDateTime.ofInstant(
                                        Instant.EPOCH.plus(drawn.micros(), ChronoUnit.MICROS), ZoneOffset.UTC),
                                (short) shard)))
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
