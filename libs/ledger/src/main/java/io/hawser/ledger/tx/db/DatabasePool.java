package io.hawser.ledger.tx.db;

import io.hawser.ledger.wiring.LedgerConfig;
import io.quarkus.reactive.pg.client.PgPoolCreator;
import io.vertx.core.Vertx;
import io.vertx.pgclient.PgBuilder;
import io.vertx.pgclient.PgConnectOptions;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.PoolOptions;
import io.vertx.sqlclient.SqlConnectOptions;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The connection pool. It drops connections when the database vanishes without closing them: otherwise each transaction
 * that comes next would wait in turn on another dead connection. The pool ends what is idle, so that no statement
 * begins on a connection that ends. The socket itself ends when nothing was read on it for longer than a transaction
 * may take; only a login that is never answered needs that.
 */
@Singleton
public class DatabasePool implements PgPoolCreator {
    private final Duration patience;

    public DatabasePool(LedgerConfig config) {
        this.patience = config.database().patience();
    }

    @Override
    public Pool create(Input input) {
        return pool(input.vertx(), input.poolOptions(), input.pgConnectOptionsList(), patience);
    }

    static Pool pool(Vertx vertx, PoolOptions options, List<PgConnectOptions> servers, Duration patience) {
        servers.forEach(server -> bound(options, server, patience));
        return PgBuilder.pool()
                .with(options)
                .connectingTo(List.<SqlConnectOptions>copyOf(servers))
                .using(vertx)
                .build();
    }

    static void bound(PoolOptions pool, PgConnectOptions server, Duration patience) {
        int millis = Math.toIntExact(patience.toMillis());
        int probe = Math.toIntExact(TransactionWatchdog.PROBE.toMillis());
        int idle = millis / 2;
        pool.setIdleTimeoutUnit(TimeUnit.MILLISECONDS);
        pool.setIdleTimeout(idle);
        server.setConnectTimeout(millis);
        server.setIdleTimeoutUnit(TimeUnit.MILLISECONDS);
        // Behind the pool's look at idle connections, and then behind the watchdog, which tells silence from work that
        // does not end.
        server.setReadIdleTimeout(idle + pool.getPoolCleanerPeriod() + millis + 2 * probe);
        server.setTcpKeepAlive(true);
        // Effective only with the native transport.
        server.setTcpUserTimeout(millis);
    }
}
