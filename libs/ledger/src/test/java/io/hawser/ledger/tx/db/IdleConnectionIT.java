package io.hawser.ledger.tx.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hawser.embedded.postgres.PostgresDatabase;
import io.hawser.testkit.shared.SharedPostgres;
import io.vertx.core.Vertx;
import io.vertx.pgclient.PgConnectOptions;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.PoolOptions;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class IdleConnectionIT {
    private static final Duration PATIENCE = Duration.ofSeconds(1);

    private final Vertx vertx = Vertx.vertx();

    @AfterEach
    void close() throws Exception {
        vertx.close().toCompletionStage().toCompletableFuture().get(1, TimeUnit.MINUTES);
    }

    @Test
    @DisplayName("A connection that was idle for long ends before a statement begins on it, never under one")
    void idleForLong() throws Exception {
        // Given
        PostgresDatabase database = SharedPostgres.freshDatabase("IdleConnectionIT");
        PgConnectOptions server = PgConnectOptions.fromUri(database.reactiveUrl())
                .setUser(database.user())
                .setPassword(database.password());
        Pool pool = DatabasePool.pool(vertx, new PoolOptions().setMaxSize(1), List.of(server), PATIENCE);
        answer(pool, "select 1");
        long since = System.nanoTime();
        Duration idle = PATIENCE.dividedBy(2).plus(TransactionWatchdog.PROBE.multipliedBy(2));

        // When
        await().atMost(Duration.ofMinutes(1)).until(() -> System.nanoTime() - since > idle.toNanos());
        int slow = answer(pool, "select 1 from pg_sleep(1)");
        int next = answer(pool, "select 2");

        // Then
        assertThat(List.of(slow, next)).containsExactly(1, 2);
    }

    private static int answer(Pool pool, String statement) throws Exception {
        return pool.query(statement)
                .execute()
                .map(rows -> rows.iterator().next().getInteger(0))
                .toCompletionStage()
                .toCompletableFuture()
                .get(30, TimeUnit.SECONDS);
    }
}
