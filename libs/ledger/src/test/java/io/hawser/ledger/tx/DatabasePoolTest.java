package io.hawser.ledger.tx;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.pgclient.PgConnectOptions;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class DatabasePoolTest {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    @Test
    @DisplayName("Silent connections end after the first transaction is given up, before a second one is")
    void silentConnectionsEnd() {
        // Given
        PgConnectOptions options = new PgConnectOptions();

        // When
        DatabasePool.bound(options, PATIENCE);

        // Then
        Duration silent = Duration.of(
                options.getReadIdleTimeout(), options.getIdleTimeoutUnit().toChronoUnit());
        assertThat(silent)
                .isGreaterThan(PATIENCE.plus(TransactionWatchdog.PROBE))
                .isLessThan(PATIENCE.plus(TransactionWatchdog.PROBE.multipliedBy(3)));
    }
}
