package io.hawser.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hawser.bus.topic.HawserTopic;
import io.hawser.bus.topic.TopicNames;
import io.hawser.ledger.intake.StoppedPartitions;
import io.hawser.v1.Task;
import io.hawser.v1.TaskMount;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.smallrye.reactive.messaging.kafka.KafkaClientService;
import jakarta.inject.Inject;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What may come between the records and the database, shown on the real ones. */
@QuarkusTest
@QuarkusTestResource(LedgerServices.class)
class IntakeIT {
    /** The topic as it is: of an earlier one that another test deleted, the position is closed. */
    private static final String TASKS = "topic like '%.tasks' and next < " + Long.MAX_VALUE;

    private static final int POLL = 50;

    @Inject
    TaskLog tasks;

    @Inject
    CountingApplier applier;

    @Inject
    TopicNames names;

    @Inject
    DataSource database;

    @Inject
    KafkaClientService kafka;

    @Inject
    StoppedPartitions stopped;

    @Inject
    MeterRegistry metrics;

    private final String service = "s" + UUID.randomUUID();

    @ParameterizedTest
    @ValueSource(
            strings = {"poison", "poison-missing-class", "poison-deep-chain", "poison-deep-call", "poison-in-session"})
    @DisplayName("However a record fails in a batch, the good ones around it are applied once, "
            + "and it goes to the dead letters")
    void aPoisonousRecordHoldsUpNobody(String poison) {
        // Given
        List<String> batch = new ArrayList<>(named(0, 20));
        batch.add(10, poison);

        // When
        tasks.writeTogether(service, batch);

        // Then: each of seven tries may take as long as a transaction may
        await().atMost(Duration.ofSeconds(120)).until(() -> tasks.count(service) == 20);
        assertThat(tasks.read(names.of(HawserTopic.EVENTS), 8, 20, service)).hasSize(20);
        await().atMost(Duration.ofSeconds(60)).until(() -> dead(poison) >= 1);
        // Less than the server's own limit, which would end one that was left.
        await().atMost(Duration.ofSeconds(30)).until(() -> openTransactions() == 0);
    }

    @Test
    @DisplayName("Another replica that came half way through a batch leaves "
            + "no hole behind the batches that were polled before")
    void anotherReplicaHalfWayThroughABatchLeavesNoHole() throws Exception {
        // Given
        List<String> all = named(1, 4 * POLL + 1);
        tasks.writeTogether(service, named(0, 1));
        await().atMost(Duration.ofSeconds(60)).until(() -> tasks.count(service) == 1);
        await().atMost(Duration.ofSeconds(60)).until(this::intakeIsQuiet);
        try (Connection other = database.getConnection()) {
            other.setAutoCommit(false);
            long from = position(other, "for update");

            // When
            tasks.writeTogether(service, all);
            await().atMost(Duration.ofSeconds(60)).until(this::intakeWaitsForTheLock);
            update(other, "update ledger_position set next = " + (from + POLL / 2) + " where " + TASKS);
            update(other, "update counter set count = 1 + " + POLL / 2 + " where name = '" + service + "'");
            other.commit();
        }

        // Then
        await().atMost(Duration.ofSeconds(60)).until(() -> tasks.count(service) > all.size());
        assertThat(tasks.count(service)).isEqualTo(1 + all.size());
    }

    @Test
    @DisplayName("Records that were polled and never handed over are read again, though no further record comes")
    void recordsThatWereLostOnTheWayAreReadAgain() throws Exception {
        // Given
        tasks.writeTogether(service, named(0, 1));
        await().atMost(Duration.ofSeconds(60)).until(() -> tasks.count(service) == 1);
        await().atMost(Duration.ofSeconds(60)).until(this::intakeIsQuiet);

        // When
        int stolen = kafka.<byte[], byte[]>getConsumer("intake")
                .runOnPollingThread(consumer -> {
                    tasks.writeTogether(service, named(1, 4));
                    int polled = 0;
                    while (polled < 3) {
                        polled += consumer.poll(Duration.ofMillis(100)).count();
                    }
                    return polled;
                })
                .await()
                .atMost(Duration.ofSeconds(60));

        // Then
        assertThat(stolen).isEqualTo(3);
        await().atMost(Duration.ofSeconds(60)).until(() -> tasks.count(service) == 4);
    }

    @Test
    @DisplayName("Under a schema that is not ours a partition waits and says so, the others go on, and nothing is"
            + " buried; when it is ours again, everything is applied once")
    void theSchemaIsNotOurs() throws Exception {
        // Given
        tasks.writeTogether(service, named(0, 1));
        await().atMost(Duration.ofSeconds(60)).until(() -> tasks.count(service) == 1);
        try (Connection connection = database.getConnection()) {
            update(connection, "alter table counter rename column name to named");
        }
        try {
            // When
            tasks.writeTogether(service, named(1, 8));
            tasks.writeNode("node-" + service);

            // Then
            String partition = names.of(HawserTopic.TASKS) + "-0";
            await().atMost(Duration.ofSeconds(60))
                    .until(() -> stopped.sentences().getOrDefault(partition, "").contains("42703"));
            await().atMost(Duration.ofSeconds(60)).until(this::nodesAreRead);
            assertThat(stopped.sentences()).containsOnlyKeys(partition);
            // The gauge follows the sentence.
            await().atMost(Duration.ofSeconds(60))
                    .until(() -> metrics.find("hawser_intake_stopped")
                                    .tag("topic", names.of(HawserTopic.TASKS))
                                    .tag("cause", "42703")
                                    .gauge()
                            != null);
        } finally {
            try (Connection connection = database.getConnection()) {
                update(connection, "alter table counter rename column named to name");
            }
        }
        await().atMost(Duration.ofSeconds(60)).until(() -> tasks.count(service) >= 8);
        assertThat(tasks.count(service)).isEqualTo(8);
        await().atMost(Duration.ofSeconds(60))
                .until(() -> stopped.sentences().isEmpty()
                        && metrics.find("hawser_intake_stopped").gauges().isEmpty());
        assertThat(tasks.buried()).noneMatch(key -> key.startsWith(service));
    }

    @Test
    @DisplayName("Hostile records many in a row are each buried for a reason of its own, and the healthy ones "
            + "behind each are applied")
    void hostileRecordsInARow() {
        // Given
        List<String> batch = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            batch.add("poison-own-" + service + "-" + i);
            batch.add("poison-own-" + service + "-" + i + "-too");
            batch.add(service + "-" + i);
        }

        // When
        tasks.writeTogether(service, batch);

        // Then
        await().atMost(Duration.ofMinutes(3)).until(() -> tasks.count(service) == 10);
        List<ConsumerRecord<byte[], byte[]>> dead =
                tasks.read(names.deadOf(HawserTopic.TASKS), 1, 20, "poison-own-" + service);
        assertThat(dead).hasSize(20).allSatisfy(record -> assertThat(header(record, "hawser_message"))
                .endsWith("for a reason of its own: " + key(record)));
        assertThat(stopped.sentences()).isEmpty();
    }

    @Test
    @DisplayName("Large records of one poll are applied a few at a time, and each of them is")
    void largeRecordsAreAppliedAFewAtATime() {
        // Given
        tasks.writeTogether(service, named(0, 1));
        await().atMost(Duration.ofSeconds(60)).until(() -> tasks.count(service) == 1);
        applier.largest();

        // When
        // They come in few bytes, so one fetch brings them all.
        try (var producer = tasks.producer(Map.of("compression.type", "gzip", "linger.ms", "1000"))) {
            named(1, 41).forEach(task -> producer.send(tasks.record(large(task, 250_000))));
        }

        // Then
        await().atMost(Duration.ofSeconds(60)).until(() -> tasks.count(service) == 41);
        assertThat(applier.largest()).isBetween(500_000L, 4L * 1024 * 1024);
    }

    @Test
    @DisplayName("A record just below what a broker takes is read, though it is larger than what is fetched at once")
    void aRecordJustBelowTheLimitIsRead() {
        // When
        try (var producer = tasks.producer(Map.of("max.request.size", "1048500"))) {
            producer.send(tasks.record(large(service + "-large", 1_047_000)));
        }
        tasks.writeTogether(service, named(0, 1));

        // Then
        await().atMost(Duration.ofSeconds(60)).until(() -> tasks.count(service) == 1);
        assertThat(applier.refused()).contains(service + "-large");
    }

    private Task large(String name, int bytes) {
        return Task.newBuilder()
                .setName(name)
                .setService(service)
                .addMounts(TaskMount.newBuilder().setSource("x".repeat(bytes)))
                .build();
    }

    private boolean nodesAreRead() throws SQLException {
        long end = tasks.end(HawserTopic.NODES);
        try (Connection connection = database.getConnection()) {
            return end > 0
                    && number(
                                    connection,
                                    "select coalesce(max(next), 0) from ledger_position where topic like '%.nodes'")
                            == end;
        }
    }

    private static String key(ConsumerRecord<byte[], byte[]> record) {
        return new String(record.key(), StandardCharsets.UTF_8);
    }

    private static String header(ConsumerRecord<byte[], byte[]> record, String name) {
        return new String(record.headers().lastHeader(name).value(), StandardCharsets.UTF_8);
    }

    private List<String> named(int from, int to) {
        return IntStream.range(from, to).mapToObj(i -> service + "-" + i).toList();
    }

    private long dead(String key) {
        return tasks.read(names.deadOf(HawserTopic.TASKS), 1, 1, "").stream()
                .filter(record -> new String(record.key(), StandardCharsets.UTF_8).equals(key))
                .count();
    }

    /** The marker of the transaction before is passed too: the next batch begins where the position stands. */
    private boolean intakeIsQuiet() throws SQLException {
        long end = tasks.end();
        try (Connection connection = database.getConnection()) {
            return position(connection, "") == end;
        }
    }

    private static long position(Connection connection, String lock) throws SQLException {
        return number(connection, "select next from ledger_position where " + TASKS + " " + lock);
    }

    private boolean intakeWaitsForTheLock() throws SQLException {
        try (Connection connection = database.getConnection()) {
            return number(connection, "select count(*) from pg_stat_activity where wait_event_type = 'Lock'") > 0;
        }
    }

    private long openTransactions() {
        try (Connection connection = database.getConnection()) {
            return number(
                    connection,
                    "select count(*) from pg_stat_activity where datname = current_database()"
                            + " and state like 'idle in transaction%' "
                            + "and state_change < clock_timestamp() - interval '1 s'");
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void update(Connection connection, String sql) throws SQLException {
        try (var statement = connection.createStatement()) {
            statement.executeUpdate(sql);
        }
    }

    private static long number(Connection connection, String sql) throws SQLException {
        try (var statement = connection.createStatement();
                var rows = statement.executeQuery(sql)) {
            rows.next();
            return rows.getLong(1);
        }
    }
}
