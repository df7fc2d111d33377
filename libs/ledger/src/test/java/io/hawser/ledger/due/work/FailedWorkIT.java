package io.hawser.ledger.due.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hawser.ledger.LedgerServices;
import io.hawser.ledger.tx.db.Transactions;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.jboss.logmanager.ExtLogRecord;
import org.jboss.logmanager.formatters.PatternFormatter;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@QuarkusTest
@QuarkusTestResource(LedgerServices.class)
class FailedWorkIT {
    private static final Duration AT_MOST = Duration.ofSeconds(60);
    private static final PatternFormatter MESSAGE = new PatternFormatter("%s");

    @Inject
    Transactions transactions;

    private final String kind = "kind-" + UUID.randomUUID();
    private final Logger logger = Logger.getLogger(FailedWork.class.getName());
    private final Logged logged = new Logged();
    private FailedWork work;

    @BeforeEach
    void start() {
        logger.addHandler(logged);
        work = new FailedWork(kind, transactions);
        due("bad");
        due("other");
    }

    @AfterEach
    void stop() {
        logger.removeHandler(logged);
    }

    @Test
    @DisplayName("Work that fails again is put off for longer each time, up to two minutes, and others are not")
    void pausesGrow() {
        // When
        List<Pause> pauses = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            pauses.add(fails("bad"));
        }
        Pause other = fails("other");

        // Then: doubled from two seconds, and half of it is chance
        pauses.get(0).isBetween(2, 2);
        pauses.get(1).isBetween(2, 4);
        pauses.get(2).isBetween(4, 8);
        pauses.get(3).isBetween(8, 16);
        pauses.get(11).isBetween(60, 120);
        other.isBetween(2, 2);
    }

    @Test
    @DisplayName("Work that was done begins anew")
    void doneInBetween() {
        // Given
        fails("bad");
        fails("bad");
        fails("bad");

        // When
        work.done(List.of("bad"));

        // Then
        fails("bad").isBetween(2, 2);
    }

    @Test
    @DisplayName("The stack trace is logged with the first failure only, and the reason less and less often")
    void loggedLessAndLess() {
        // When
        for (int i = 0; i < 9; i++) {
            fails("bad");
        }

        // Then
        assertThat(logged.records)
                .filteredOn(record -> record.getThrown() != null)
                .hasSize(1);
        assertThat(logged.records.getFirst().getThrown()).hasMessage("bad is bad");
        assertThat(logged.records)
                .extracting(record -> MESSAGE.format(record).replaceFirst(", again in.*", ""))
                .containsExactly(
                        "work on due " + kind + " bad failed, trying again",
                        "work on due " + kind + " bad failed 2 times in a row",
                        "work on due " + kind + " bad failed 4 times in a row",
                        "work on due " + kind + " bad failed 8 times in a row");
    }

    @Test
    @DisplayName("A key that another process has done counts no longer, also while another key fails again and again")
    void doneElsewhere() {
        // Given
        fails("bad");
        fails("other");
        assertThat(work.count()).isEqualTo(2);

        // When
        noneFails("other");

        // Then
        await().atMost(AT_MOST).pollInterval(Duration.ofMillis(500)).until(() -> {
            fails("bad");
            work.ask(Set::of);
            return work.count() == 1;
        });
    }

    @Test
    @DisplayName("A key that is under way again when the database answers was not done by another process")
    void underWayAgain() {
        // Given
        fails("bad");
        noneFails("bad");
        AtomicInteger looks = new AtomicInteger();

        // When
        work.ask(() -> looks.getAndIncrement() == 0 ? Set.of() : Set.of("bad"));

        // Then
        await().atMost(AT_MOST).until(() -> looks.get() == 2);
        assertThat(work.count()).isEqualTo(1);
    }

    private void noneFails(String key) {
        transactions
                .run(tx -> tx.execute(
                        "update ledger_due set failing_since = null where kind = $1 and key = $2", kind, key))
                .await()
                .atMost(AT_MOST);
    }

    /** When it is due again, and the database's times before and after that was said. */
    private record Pause(Instant before, Instant due, Instant after) {
        void isBetween(int leastSeconds, int mostSeconds) {
            assertThat(due).isBetween(before.plusSeconds(leastSeconds), after.plusSeconds(mostSeconds));
        }
    }

    private Pause fails(String key) {
        Instant before = time("select clock_timestamp()");
        work.failed(key, new IllegalStateException(key + " is bad")).await().atMost(AT_MOST);
        return new Pause(
                before,
                time("select due from ledger_due where kind = $1 and key = $2", kind, key),
                time("select clock_timestamp()"));
    }

    private Instant time(String sql, Object... parameters) {
        return transactions
                .single(statements -> statements.select(sql, parameters))
                .map(rows -> ((OffsetDateTime) rows.getFirst()[0]).toInstant())
                .await()
                .atMost(AT_MOST);
    }

    private void due(String key) {
        transactions
                .run(tx -> tx.execute(
                        "insert into ledger_due (kind, key, queue, due, woken) values ($1, $2, '', now(), false)",
                        kind,
                        key))
                .await()
                .atMost(AT_MOST);
    }

    private static final class Logged extends Handler {
        private final List<ExtLogRecord> records = new CopyOnWriteArrayList<>();

        @Override
        public void publish(LogRecord record) {
            records.add(ExtLogRecord.wrap(record));
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    }
}
