package io.hawser.ledger.tx.db;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.pgclient.PgConnectOptions;
import io.vertx.sqlclient.PoolOptions;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class DatabasePoolTest {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final PoolOptions pool = new PoolOptions();
    private final PgConnectOptions server = new PgConnectOptions();

    @Test
    @DisplayName("What is idle when the database vanishes ends before the first transaction is given up")
    void idleConnectionsEnd() {
        // When
        DatabasePool.bound(pool, server, PATIENCE);

        // Then
        assertThat(longestIdle()).isLessThan(PATIENCE);
    }

    @Test
    @DisplayName("A connection is never ended under a statement that has not had its patience, "
            + "however long it was idle before")
    void aStatementHasItsPatience() {
        // When
        DatabasePool.bound(pool, server, PATIENCE);

        // Then
        Duration silent = Duration.of(
                server.getReadIdleTimeout(), server.getIdleTimeoutUnit().toChronoUnit());
        assertThat(silent.minus(longestIdle())).isGreaterThan(PATIENCE.plus(TransactionWatchdog.PROBE));
    }

    private Duration longestIdle() {
        return Duration.of(pool.getIdleTimeout(), pool.getIdleTimeoutUnit().toChronoUnit())
                .plusMillis(pool.getPoolCleanerPeriod());
    }
}
