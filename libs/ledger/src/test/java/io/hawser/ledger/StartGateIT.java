package io.hawser.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.hawser.bus.topic.HawserTopic;
import io.hawser.bus.topic.TopicNames;
import io.hawser.ledger.catchup.ClosedGateException;
import io.hawser.ledger.catchup.work.StartGate;
import io.hawser.ledger.due.DueChange;
import io.hawser.ledger.due.work.DueLoop;
import io.hawser.ledger.due.work.DueSettings;
import io.hawser.ledger.due.work.DueSignal;
import io.hawser.ledger.operator.api.LedgerReadiness;
import io.hawser.ledger.operator.api.RepublishResource;
import io.hawser.ledger.operator.api.StatePages;
import io.hawser.ledger.operator.api.StateRecords;
import io.hawser.ledger.operator.api.WriteToken;
import io.hawser.ledger.tx.db.DatabaseLife;
import io.hawser.ledger.tx.db.LedgerTransaction;
import io.hawser.ledger.tx.db.Transactions;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;
import jakarta.inject.Inject;
import jakarta.ws.rs.WebApplicationException;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@QuarkusTest
@QuarkusTestResource(LedgerServices.class)
class StartGateIT {
    private static final Duration SOON = Duration.ofSeconds(60);
    /** The topic as it is: of an earlier one that another test deleted, the position is closed. */
    private static final String TASKS = "topic like '%.tasks' and next < " + Long.MAX_VALUE;

    @Inject
    StartGate gate;

    @Inject
    DatabaseLife life;

    @Inject
    Transactions transactions;

    @Inject
    LedgerReadiness readiness;

    @Inject
    TaskLog tasks;

    @Inject
    TopicNames names;

    @Inject
    DueSignal signal;

    @Inject
    Vertx vertx;

    private final String run = "s" + UUID.randomUUID();

    @BeforeEach
    void open() {
        await().atMost(SOON).until(gate::isOpen);
    }

    @Test
    @DisplayName(
            "Another server shuts it within the transaction that meets it; it names the partition that it waits for")
    void namesThePartition() throws Exception {
        // Given
        try (KafkaProducer<byte[], byte[]> producer =
                tasks.producer(Map.of("transactional.id", run, "transaction.timeout.ms", 120_000))) {
            producer.initTransactions();
            producer.beginTransaction();
            producer.send(tasks.record(run, run)).get();

            // When
            life.answeredBy(OffsetDateTime.now(ZoneOffset.UTC));
            assertThatThrownBy(() -> gate.whenOpen(tx -> Uni.createFrom().item(1))
                            .await()
                            .atMost(SOON))
                    // Then
                    .isInstanceOf(ClosedGateException.class);
            await().atMost(SOON)
                    .until(() -> gate.waitsFor().contains(names.of(HawserTopic.TASKS) + "-0 to be read up to"));
            assertThat(gate.isRead()).isFalse();
            assertThat(ready()).contains(names.of(HawserTopic.TASKS) + "-0 to be read up to");
            producer.commitTransaction();
        }
        await().atMost(SOON).until(gate::isOpen);
        assertThat(gate.whenOpen(tx -> Uni.createFrom().item(1)).await().atMost(SOON))
                .isEqualTo(1);
        assertThat(gate.waitsFor()).isEmpty();
    }

    @Test
    @DisplayName("Records that keep coming do not keep it shut")
    void loadDoesNotKeepItShut() throws Exception {
        // Given
        AtomicBoolean enough = new AtomicBoolean();
        Thread load = Thread.ofPlatform().start(() -> {
            try (KafkaProducer<byte[], byte[]> producer = tasks.producer(Map.of())) {
                for (int i = 0; !enough.get(); i++) {
                    producer.send(tasks.record(run + "-" + i % 1000, run));
                    producer.flush();
                }
            }
        });
        await().atMost(SOON).until(() -> tasks.count(run) > 0);

        // When
        life.suspect("a test");

        // Then
        await().atMost(SOON).until(gate::isOpen);
        assertThat(load.isAlive()).isTrue();
        enough.set(true);
        load.join();
        // Whose test comes next does not wait behind the load.
        await().atMost(Duration.ofMinutes(3)).until(() -> position() == tasks.end());
    }

    @Test
    @DisplayName("What another server made due by a clock that was ahead is due at the start; a pause stays a pause")
    void aClockThatWasAhead() {
        // Given
        Duration hour = Duration.ofHours(1);
        commit(tx -> tx.due(new DueChange.Wake(run, "woken", tx.now().plus(hour))));
        commit(tx -> tx.due(new DueChange.At(run, "pause", "", tx.now().plus(hour))));
        commit(tx -> tx.due(new DueChange.At(run, "worked", "", tx.now().plus(hour))));
        commit(tx -> tx.due(new DueChange.Never(run, "settled")));
        commit(
                tx -> {},
                "update ledger_due set worked = now() + interval '1 hour' where kind = '" + run
                        + "' and key in ('settled', 'worked')");

        // When: shut from here on, until it has decided again
        life.suspect("a test");
        await().atMost(SOON).until(gate::isOpen);

        // Then
        assertThat(transactions
                        .read(tx -> tx.statements()
                                .select(
                                        "select key from ledger_due where kind = $1 and due <= now() order by key",
                                        run))
                        .await()
                        .atMost(SOON))
                .extracting(row -> row[0])
                .containsExactly("woken", "worked");
    }

    @Test
    @DisplayName(
            "What was due and goes first is decided while everything else waits; what comes later is not waited for")
    void whatGoesFirst() {
        // Given
        gate.decideFirst(run, (tx, keys) -> Uni.createFrom().item(Set.of()));
        commit(tx -> tx.due(new DueChange.Wake(run, "due", tx.now())));

        // When
        life.suspect("a test");

        // Then
        await().atMost(SOON).until(() -> gate.waitsFor().equals("decisions on " + run + " due"));
        assertThat(gate.isRead()).isTrue();
        assertThat(gate.isOpen()).isFalse();
        commit(tx -> tx.due(new DueChange.Wake(run, "later", tx.now())));
        commit(tx -> tx.due(new DueChange.Never(run, "due")));
        await().atMost(SOON).until(gate::isOpen);
        commit(tx -> tx.due(new DueChange.Never(run, "later")));
    }

    @Test
    @DisplayName(
            "A key that goes first and fails for long is not waited for any more, if the service can do without it")
    void whatGoesFirstAndFails() {
        // Given
        AtomicBoolean needed = new AtomicBoolean(true);
        gate.decideFirst(run, (tx, keys) -> Uni.createFrom()
                .item(keys.stream()
                        .filter(key -> key.equals("bad") || !needed.get())
                        .collect(Collectors.toSet())));
        commit(tx -> List.of("bad", "needed").forEach(key -> tx.due(new DueChange.Wake(run, key, tx.now()))));
        DueLoop failing = new DueLoop(
                        new DueSettings(run, 1, 1, Duration.ofMillis(100), Duration.ofSeconds(10)),
                        transactions,
                        vertx,
                        signal,
                        keys -> Uni.createFrom().failure(new IllegalStateException("it always fails")))
                .onlyWhile(gate::isRead);
        try {
            // When
            life.suspect("a test");
            await().atMost(SOON)
                    .until(() -> gate.waitsFor().equals("decisions on " + run + " bad; " + run + " needed"));
            failing.start();

            // Then
            await().atMost(SOON).until(() -> gate.waitsFor().equals("decisions on " + run + " needed"));
            assertThat(gate.isOpen()).isFalse();
            needed.set(false);
            await().atMost(SOON).until(gate::isOpen);
        } finally {
            failing.stop();
            commit(tx -> List.of("bad", "needed").forEach(key -> tx.due(new DueChange.Never(run, key))));
        }
    }

    @Test
    @DisplayName("While it is shut no record is written again: an old state would look newer than the topics")
    void nothingIsWrittenAgain() {
        // Given
        AtomicReference<String> objection = new AtomicReference<>("an objection of " + run);
        gate.openOnlyIf(tx -> Uni.createFrom().item(objection::get));
        AtomicInteger pages = new AtomicInteger();
        StateRecords kind = new StateRecords(Set.of(HawserTopic.VOLUMES), (tx, after, limit) -> {
            pages.incrementAndGet();
            return Uni.createFrom().item(new StateRecords.Page(0, Optional.empty()));
        });
        RepublishResource republish =
                new RepublishResource(new WriteToken(Optional.of("t")), new StatePages(gate), List.of(kind));
        life.suspect("a test");
        await().atMost(SOON).until(() -> gate.waitsFor().equals("an objection of " + run));

        // When
        assertThatThrownBy(() -> republish(republish))
                // Then
                .isInstanceOfSatisfying(WebApplicationException.class, refused -> {
                    assertThat(refused.getResponse().getStatus()).isEqualTo(503);
                    assertThat(refused.getResponse().getEntity().toString()).contains("an objection of " + run);
                });
        assertThat(pages).hasValue(0);
        objection.set("");
        await().atMost(SOON).until(gate::isOpen);
        republish(republish);
        assertThat(pages).hasValue(1);
    }

    private static void republish(RepublishResource resource) {
        resource.republish(Optional.of("Bearer t")).await().atMost(SOON);
    }

    @Test
    @DisplayName("It opens when nobody objects any more, and says what the objection was")
    void nobodyObjects() {
        // Given
        AtomicReference<String> objection = new AtomicReference<>("an objection of " + run);
        gate.openOnlyIf(tx -> Uni.createFrom().item(objection::get));

        // When
        life.suspect("a test");

        // Then
        await().atMost(SOON).until(() -> gate.waitsFor().equals("an objection of " + run));
        assertThat(gate.isRead()).isTrue();
        objection.set("");
        await().atMost(SOON).until(gate::isOpen);
    }

    @Test
    @DisplayName(
            "A stored position behind this process's own cursor is noticed on a quiet topic, and read again from there")
    void aPositionThatWentBack() {
        // Given
        tasks.writeTogether(run, List.of(run + "-1", run + "-2", run + "-3"));
        await().atMost(SOON).until(() -> tasks.count(run) == 3);
        await().atMost(SOON).until(() -> position() == tasks.end());
        long before = life.number();

        // When
        commit(tx -> {}, "update ledger_position set next = next - 2 where " + TASKS);

        // Then
        await().atMost(SOON).until(() -> tasks.count(run) == 4 && gate.isOpen());
        assertThat(life.number()).isGreaterThan(before);
        await().atMost(SOON).until(() -> position() == tasks.end());
    }

    @Test
    @DisplayName("It stays shut while a position lies beyond the end of its log, and says what a person can do")
    void aLogThatLostItsEnd() {
        // Given
        tasks.writeTogether(run, List.of(run + "-1"));
        await().atMost(SOON).until(() -> position() == tasks.end());
        long end = tasks.end();

        // When
        commit(tx -> {}, "update ledger_position set next = next + 20 where " + TASKS);
        life.suspect("a test");

        // Then
        await().atMost(SOON).until(() -> gate.waitsFor()
                .contains(names.of(HawserTopic.TASKS) + "-0 lies beyond the log's end " + end));
        assertThat(gate.isRead()).isFalse();
        commit(tx -> {}, "update ledger_position set next = next - 20 where " + TASKS);
        await().atMost(SOON).until(gate::isOpen);
    }

    private void commit(Consumer<LedgerTransaction> work) {
        commit(work, "select 1");
    }

    private void commit(Consumer<LedgerTransaction> work, String sql) {
        transactions
                .run(tx -> tx.execute(sql).invoke(() -> work.accept(tx)))
                .await()
                .atMost(SOON);
    }

    private long position() {
        return transactions
                .read(tx -> tx.statements().select("select next from ledger_position where " + TASKS))
                .map(rows -> (Long) rows.getFirst()[0])
                .await()
                .atMost(SOON);
    }

    private String ready() {
        return readiness
                .decisions()
                .call()
                .getData()
                .orElseThrow()
                .get("waitsFor")
                .toString();
    }
}
