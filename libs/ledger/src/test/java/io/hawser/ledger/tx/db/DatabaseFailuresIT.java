package io.hawser.ledger.tx.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.hawser.ledger.CounterRow;
import io.hawser.ledger.LedgerServices;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import jakarta.inject.Inject;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import javax.sql.DataSource;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** How PostgreSQL's own failures come out of a session. */
@QuarkusTest
@QuarkusTestResource(LedgerServices.class)
class DatabaseFailuresIT {
    private static final Duration SOON = Duration.ofMinutes(1);

    @Inject
    Transactions transactions;

    @Inject
    DataSource database;

    private final String name = "f" + UUID.randomUUID();

    @Test
    @DisplayName("A statement that is cancelled for its time waits")
    void statementTimeout() {
        Throwable failure = failureOf(tx -> tx.execute("set local statement_timeout = '50ms'")
                .chain(() -> tx.statements().select("select cast(pg_sleep(30) as text)")));

        assertThat(DatabaseFailures.sqlState(failure)).contains("57014");
        assertThat(DatabaseFailures.isTransient(failure)).isTrue();
    }

    @Test
    @DisplayName("A lock that is not to be had in time waits")
    void lockTimeout() throws SQLException {
        // Given
        store(name);
        try (Connection other = database.getConnection()) {
            other.setAutoCommit(false);
            execute(other, "select 1 from counter where name = '" + name + "' for update");

            // When
            Throwable failure = failureOf(
                    tx -> tx.execute("set local lock_timeout = '50ms'").chain(() -> locked(tx, name)));

            // Then
            assertThat(DatabaseFailures.sqlState(failure)).contains("55P03");
            assertThat(DatabaseFailures.isTransient(failure)).isTrue();
        }
    }

    @Test
    @DisplayName("Nothing waits for a lock for as long as a vanished client's idle session keeps it")
    void lockBehindAnIdleSession() {
        List<Object[]> settings = transactions
                .single(statements -> statements.select("""
                        select setting::int from pg_settings
                        where name in ('lock_timeout', 'idle_in_transaction_session_timeout') order by name desc
                        """))
                .await()
                .atMost(SOON);

        assertThat((Integer) settings.getFirst()[0]).isPositive().isLessThan((Integer) settings.getLast()[0]);
    }

    @Test
    @DisplayName("A database that may only be read waits")
    void readOnly() {
        Throwable failure =
                failureOf(tx -> tx.execute("set transaction read only").invoke(() -> tx.add(row(name))));

        assertThat(DatabaseFailures.sqlState(failure)).contains("25006");
        assertThat(DatabaseFailures.isTransient(failure)).isTrue();
    }

    @Test
    @DisplayName("A connection that an administrator ends waits")
    void terminated() {
        Throwable failure = failureOf(tx -> tx.statements().select("select pg_terminate_backend(pg_backend_pid())"));

        assertThat(DatabaseFailures.isTransient(failure)).isTrue();
    }

    @Test
    @DisplayName("A commit that fails for what was written does not wait, and one that fails for the schema is no"
            + " record's fault")
    void whatIsWrong() throws SQLException {
        // Given
        try (Connection connection = database.getConnection()) {
            execute(connection, "create table if not exists at_commit (n int unique deferrable initially deferred)");
        }

        // When
        Throwable twice = failureOf(tx -> tx.execute("insert into at_commit values (1), (1)"));
        Throwable nul = failureOf(tx -> Uni.createFrom().voidItem().invoke(() -> tx.add(row("a\0b"))));
        Throwable column = failureOf(tx -> tx.statements().select("select gone from counter"));

        // Then
        assertThat(DatabaseFailures.sqlState(twice)).contains("23505");
        assertThat(DatabaseFailures.isTransient(twice)).isFalse();
        assertThat(DatabaseFailures.isTransient(nul)).isFalse();
        assertThat(DatabaseFailures.isNotTheRecordsFault(nul)).isFalse();
        assertThat(DatabaseFailures.isNotTheRecordsFault(column)).isTrue();
        assertThat(DatabaseFailures.isTransient(column)).isFalse();
    }

    @Test
    @DisplayName("Of two transactions that deadlock both succeed: the one that gave way is run again")
    void deadlock() {
        // Given
        String one = name + "-1";
        String two = name + "-2";
        store(one);
        store(two);
        AtomicInteger runs = new AtomicInteger();
        CompletableFuture<Void> oneLocked = new CompletableFuture<>();
        CompletableFuture<Void> twoLocked = new CompletableFuture<>();
        CompletableFuture<Void> either = new CompletableFuture<>();

        // When
        Uni<Void> forward = crossing(one, oneLocked, two, twoLocked, either, runs);
        Uni<Void> backward = crossing(two, twoLocked, one, oneLocked, either, runs);
        Uni.join().all(forward, backward).andCollectFailures().await().atMost(SOON);

        // Then
        assertThat(runs).hasValue(3);
    }

    @Test
    @DisplayName("A rehearsal fails as the transaction would, and leaves nothing when it does not")
    void rehearsal() {
        // Given
        Function<LedgerTransaction, Uni<Void>> work =
                tx -> Uni.createFrom().voidItem().invoke(() -> tx.add(row(name)));

        // When
        transactions.rehearse(work).await().atMost(SOON);
        transactions.run(work).await().atMost(SOON);
        Throwable again =
                catchThrowable(() -> transactions.rehearse(work).await().atMost(SOON));

        // Then
        assertThat(DatabaseFailures.sqlState(again)).contains("23505");
    }

    /**
     * Has the first when it waits for the second. The one that gave way begins again when the other has ended: before
     * that it could take its first row again, and so meet the other in a second deadlock.
     *
     * @param either one of both has ended
     */
    private Uni<Void> crossing(
            String first,
            CompletableFuture<Void> hasFirst,
            String second,
            CompletableFuture<Void> otherHas,
            CompletableFuture<Void> either,
            AtomicInteger runs) {
        return transactions
                .run(tx -> {
                    Uni<Void> begun = runs.incrementAndGet() > 2
                            ? after(either)
                            : Uni.createFrom().voidItem();
                    return begun.chain(() -> locked(tx, first))
                            .invoke(() -> hasFirst.complete(null))
                            .chain(() -> after(otherHas))
                            .chain(() -> locked(tx, second));
                })
                .invoke(() -> either.complete(null));
    }

    /** Continues on the transaction's own context. */
    private static Uni<Void> after(CompletableFuture<Void> event) {
        return Uni.createFrom().deferred(() -> {
            Context own = Vertx.currentContext();
            return Uni.createFrom().completionStage(event).emitOn(next -> own.runOnContext(v -> next.run()));
        });
    }

    private static Uni<Void> locked(LedgerTransaction tx, String name) {
        return KeyedRows.of(tx, CounterRow.class, "where name = any($1)", List.of(name), RowLock.UPDATE)
                .replaceWithVoid();
    }

    private Throwable failureOf(Function<LedgerTransaction, Uni<?>> work) {
        return catchThrowable(() ->
                transactions.run(tx -> work.apply(tx).replaceWithVoid()).await().atMost(SOON));
    }

    private void store(String name) {
        transactions
                .run(tx -> Uni.createFrom().voidItem().invoke(() -> tx.add(row(name))))
                .await()
                .atMost(SOON);
    }

    private static CounterRow row(String name) {
        CounterRow row = new CounterRow();
        row.name = name;
        return row;
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (var statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
