package io.hawser.ledger.intake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import io.hawser.bus.right.NeededRights;
import io.hawser.ledger.LedgerServices;
import io.hawser.ledger.position.LogPartition;
import io.hawser.ledger.position.db.EarlierLives;
import io.hawser.ledger.position.db.PositionRows;
import io.hawser.ledger.position.kafka.Cursors;
import io.hawser.ledger.topic.kafka.LostTopicMaker;
import io.hawser.ledger.topic.kafka.TopicWatch;
import io.hawser.ledger.tx.db.Statements;
import io.hawser.ledger.tx.db.Transactions;
import io.hawser.ledger.wiring.LedgerConfig;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.smallrye.common.annotation.Identifier;
import io.smallrye.mutiny.Uni;
import io.smallrye.reactive.messaging.kafka.KafkaClientService;
import io.vertx.core.Vertx;
import jakarta.inject.Inject;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewPartitions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Which stored positions a log on the real broker bears out. */
@QuarkusTest
@QuarkusTestResource(LedgerServices.class)
class PositionedAssignmentIT {
    /** The first question, and the second of the second attempt. */
    private static final Set<Integer> UNANSWERED = Set.of(1, 3);

    private static final Duration SOON = Duration.ofSeconds(60);

    @Inject
    LedgerConfig config;

    @Inject
    ReadingOrder order;

    @Inject
    Backlog backlog;

    @Inject
    StoppedPartitions stopped;

    @Inject
    Transactions transactions;

    @Inject
    NeededRights needed;

    @Inject
    LostTopicMaker maker;

    @Inject
    KafkaClientService kafkaClients;

    @Inject
    Vertx vertx;

    @Inject
    @Identifier("default-kafka-broker")
    Map<String, Object> kafka;

    private final TopicPartition partition = new TopicPartition("log-" + UUID.randomUUID(), 0);
    private final Cursors cursors = new Cursors();
    private final Set<String> lost = new HashSet<>();
    private final Map<String, TopicWatch.Life> lives = new HashMap<>();
    private final AtomicInteger exits = new AtomicInteger();
    private Admin admin;
    private KafkaProducer<byte[], byte[]> producer;
    private KafkaConsumer<byte[], byte[]> consumer;

    @BeforeEach
    void start() throws Exception {
        admin = Admin.create(kafka);
        admin.createTopics(List.of(new NewTopic(partition.topic(), 1, (short) 1)))
                .all()
                .get();
        producer = new KafkaProducer<>(
                with("transactional.id", partition.topic()), new ByteArraySerializer(), new ByteArraySerializer());
        producer.initTransactions();
        consumer = new KafkaConsumer<>(
                with("isolation.level", "read_committed"), new ByteArrayDeserializer(), new ByteArrayDeserializer());
        consumer.assign(List.of(partition));
    }

    @AfterEach
    void stop() {
        producer.close();
        consumer.close();
        admin.close();
    }

    @Test
    @DisplayName("A position before the log's start stops the service with a sentence that names both")
    void beforeTheStart() throws Exception {
        // Given
        commit(3);
        admin.deleteRecords(Map.of(partition, RecordsToDelete.beforeOffset(2)))
                .all()
                .get();
        store(1);

        // When
        assertThatThrownBy(this::assign)
                // Then
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("position 1 of " + partition + " lies before the log's start 2");
        assertThat(exits).hasValue(1);
        assertThat(cursors.all()).isEmpty();
    }

    @Test
    @DisplayName("A position beyond the log's end stops the service with a sentence that names both")
    void beyondTheEnd() throws Exception {
        // Given
        commit(3);
        store(5);

        // When
        assertThatThrownBy(this::assign)
                // Then
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("position 5 of " + partition + " lies beyond the log's end 4");
        assertThat(exits).hasValue(1);
        assertThat(cursors.all()).isEmpty();
    }

    @Test
    @DisplayName("After the statement of that sentence the log is read from its start, and the topic is to be accepted")
    void theStatement() throws Exception {
        // Given
        commit(3);
        String topic = partition.topic();

        // It may happen again.
        for (int loss = 0; loss < 2; loss++) {
            store(5);
            String sentence = catchThrowable(this::assign).getMessage();

            // When
            String statement = sentence.substring(sentence.indexOf("update ledger_position"), sentence.length() - 1);
            answer(statements -> statements.update(statement));
            assign();

            // Then
            LogPartition log = cursors.of(partition).orElseThrow().log();
            assertThat(cursors.of(partition).map(Cursors.Cursor::next)).contains(0L);
            answer(statements -> EarlierLives.close(statements, config.service(), log, 1));
            Set<String> afterAMark =
                    answer(statements -> EarlierLives.open(statements, config.service(), Map.of(topic, log.topicId())));
            boolean accepted =
                    answer(statements -> EarlierLives.close(statements, config.service(), topic, log.topicId()));
            assertThat(afterAMark).containsExactly(topic);
            assertThat(accepted).isTrue();
            cursors.forget(partition);
        }
    }

    private <T> T answer(Function<Statements, Uni<T>> question) {
        return transactions.single(question).await().atMost(SOON);
    }

    @Test
    @DisplayName("A position at the log's start, behind a marker at its end, "
            + "and before a transaction that is open is in order")
    void inside() throws Exception {
        // Given
        commit(1);
        producer.beginTransaction();
        send();
        producer.flush();
        producer.abortTransaction();
        producer.beginTransaction();
        send();
        producer.flush();
        awaitEnd(4);

        for (long next : new long[] {0, 4}) {
            store(next);

            // When
            assign();

            // Then
            assertThat(cursors.of(partition).map(Cursors.Cursor::next)).contains(next);
            assertThat(consumer.position(partition)).isEqualTo(next);
        }
        assertThat(exits).hasValue(0);
        producer.abortTransaction();
    }

    @Test
    @DisplayName("Where no position is stored, reading begins at the log's start")
    void noneStored() throws Exception {
        // Given
        commit(3);
        admin.deleteRecords(Map.of(partition, RecordsToDelete.beforeOffset(2)))
                .all()
                .get();

        // When
        assign();

        // Then
        assertThat(cursors.of(partition).map(Cursors.Cursor::next)).contains(2L);
    }

    @Test
    @DisplayName("A broker that does not answer while partitions are assigned is asked again until they are all sought")
    void theBrokerDoesNotAnswer() throws Exception {
        // Given
        commit(3);
        AtomicInteger asked = new AtomicInteger();
        Consumer<?, ?> unanswered = (Consumer<?, ?>) Proxy.newProxyInstance(
                Consumer.class.getClassLoader(), new Class<?>[] {Consumer.class}, (proxy, method, arguments) -> {
                    if (method.getName().endsWith("Offsets") && UNANSWERED.contains(asked.incrementAndGet())) {
                        throw new TimeoutException("no answer to " + method.getName());
                    }
                    return method.invoke(consumer, arguments);
                });

        // When
        listener().onPartitionsAssigned(unanswered, List.of(partition));

        // Then
        assertThat(asked.get()).isGreaterThan(3);
        assertThat(consumer.position(partition)).isZero();
        assertThat(cursors.of(partition)).isPresent();
    }

    @Test
    @DisplayName(
            "A topic that is gone while its partition is assigned holds up no other one, and is read once it is back")
    void aTopicIsGone() throws Exception {
        // Given
        commit(3);
        TopicPartition gone = new TopicPartition("gone-" + UUID.randomUUID(), 0);
        consumer.assign(List.of(partition, gone));
        lost.add(gone.topic());
        PositionedAssignment listener = listener();

        // When
        listener.onPartitionsAssigned(consumer, List.of(partition, gone));

        // Then
        assertThat(cursors.of(partition)).isPresent();
        assertThat(cursors.of(gone)).isEmpty();
        assertThat(consumer.position(gone)).isZero();
        listener.takeUp(consumer);
        assertThat(cursors.of(gone)).isEmpty();

        // When
        admin.createTopics(List.of(new NewTopic(gone.topic(), 1, (short) 1)))
                .all()
                .get();
        lost.clear();
        listener.takeUp(consumer);

        // Then
        assertThat(cursors.of(gone).map(Cursors.Cursor::next)).contains(0L);
        assertThat(cursors.of(partition)).isPresent();
    }

    @Test
    @Timeout(60)
    @DisplayName("A partition that a topic does not have any more holds up no other one, and is read once it is there")
    void aPartitionIsGone() throws Exception {
        // Given: the client has not seen yet that the topic was made again with fewer partitions.
        commit(3);
        consumer.close();
        consumer = new KafkaConsumer<>(
                with("default.api.timeout.ms", "1000"), new ByteArrayDeserializer(), new ByteArrayDeserializer());
        TopicPartition gone = new TopicPartition(partition.topic(), 1);
        consumer.assign(List.of(partition, gone));
        cursors.set(gone, new LogPartition("earlier", gone.topic(), gone.partition()), 7);
        lives.put(partition.topic(), new TopicWatch.Life("now", 1));
        PositionedAssignment listener = listener();

        // When
        listener.onPartitionsAssigned(consumer, List.of(partition, gone));

        // Then
        assertThat(cursors.of(partition)).isPresent();
        assertThat(consumer.position(partition)).isZero();
        assertThat(cursors.of(gone)).isEmpty();
        assertThat(consumer.position(gone)).isZero();
        listener.takeUp(consumer);
        assertThat(cursors.of(gone)).isEmpty();

        // When
        admin.createPartitions(Map.of(partition.topic(), NewPartitions.increaseTo(2)))
                .all()
                .get();
        lives.put(partition.topic(), new TopicWatch.Life("now", 2));
        listener.takeUp(consumer);

        // Then
        assertThat(cursors.of(gone).map(Cursors.Cursor::next)).contains(0L);
    }

    private void assign() {
        listener().onPartitionsAssigned(consumer, List.of(partition));
    }

    private PositionedAssignment listener() {
        TopicWatch watch = new TopicWatch(config, needed, maker, new SimpleMeterRegistry(), admin) {
            @Override
            public Set<String> lost() {
                return lost;
            }

            @Override
            public Optional<Life> present(String topic) {
                return Optional.ofNullable(lives.get(topic));
            }

            @Override
            public String command(String topic) {
                return topic;
            }
        };
        return new PositionedAssignment(
                config, cursors, order, backlog, stopped, transactions, watch, admin, kafkaClients, vertx) {
            @Override
            void exit() {
                exits.incrementAndGet();
            }
        };
    }

    /** So many records, and the marker. */
    private void commit(int records) {
        producer.beginTransaction();
        for (int i = 0; i < records; i++) {
            send();
        }
        producer.flush();
        producer.commitTransaction();
        awaitEnd(records + 1);
    }

    /** A producer's commit returns before its marker is written. */
    private void awaitEnd(long end) {
        await().atMost(SOON).until(() -> consumer.endOffsets(List.of(partition)).get(partition) == end);
    }

    private void send() {
        producer.send(new ProducerRecord<>(partition.topic(), new byte[1]));
    }

    private void store(long next) throws Exception {
        String topicId = admin.describeTopics(List.of(partition.topic()))
                .allTopicNames()
                .get()
                .get(partition.topic())
                .topicId()
                .toString();
        LogPartition log = new LogPartition(topicId, partition.topic(), partition.partition());
        transactions
                .run(tx -> tx.execute("delete from ledger_position where topic_id = $1", topicId)
                        .chain(() -> PositionRows.create(tx.statements(), config.service(), log, next)))
                .await()
                .atMost(SOON);
    }

    private Map<String, Object> with(String name, String value) {
        Map<String, Object> settings = new HashMap<>(kafka);
        settings.put(name, value);
        return settings;
    }
}
