package io.hawser.ledger.tx;

import io.hawser.ledger.LedgerConfig;
import io.quarkus.reactive.pg.client.PgPoolCreator;
import io.vertx.pgclient.PgBuilder;
import io.vertx.pgclient.PgConnectOptions;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlConnectOptions;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The connection pool. It drops connections when the database vanishes without closing them: a socket ends when nothing
 * was read for a little longer than a transaction may take. Otherwise each transaction that comes next would wait in
 * turn on another dead connection. That also ends a login that is never answered, which nothing else would. An idle
 * connection ends too, and is opened again.
 */
@Singleton
public class DatabasePool implements PgPoolCreator {
    private final Duration patience;

    public DatabasePool(LedgerConfig config) {
        this.patience = config.database().patience();
    }

    @Override
    public Pool create(Input input) {
        input.pgConnectOptionsList().forEach(options -> bound(options, patience));
        return PgBuilder.pool()
                .with(input.poolOptions())
                .connectingTo(List.<SqlConnectOptions>copyOf(input.pgConnectOptionsList()))
                .using(input.vertx())
                .build();
    }

    static void bound(PgConnectOptions options, Duration patience) {
        int millis = Math.toIntExact(patience.toMillis());
        int probe = Math.toIntExact(TransactionWatchdog.PROBE.toMillis());
        options.setConnectTimeout(millis);
        options.setIdleTimeoutUnit(TimeUnit.MILLISECONDS);
        // Behind the watchdog, which tells silence from work that does not end.
        options.setReadIdleTimeout(millis + 2 * probe);
        options.setTcpKeepAlive(true);
        // Effective only with the native transport.
        options.setTcpUserTimeout(millis);
    }
}
