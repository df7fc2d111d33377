package io.hawser.ledger.tx.db;

import io.smallrye.mutiny.subscription.UniEmitter;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.hibernate.reactive.mutiny.Mutiny;
import org.hibernate.reactive.mutiny.impl.MutinyStatelessSessionImpl;
import org.hibernate.reactive.pool.ReactiveConnection;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Ends a transaction whose work does not end by itself. An {@code Error} such as a stack overflow leaves the chain of
 * stages between two statements without a result: nothing would roll back, and the caller would wait for ever.
 */
final class TransactionWatchdog {
    private static final Logger LOG = Logger.getLogger(TransactionWatchdog.class);

    /** How long a connection may be silent before it counts as lost. */
    static final Duration PROBE = Duration.ofSeconds(2);

    private final UniEmitter<?> waiting;
    private final Vertx vertx;
    private final Duration patience;
    private final AtomicBoolean ended = new AtomicBoolean();
    private volatile Mutiny.@Nullable StatelessSession session;
    private volatile @Nullable Context context;
    private volatile long timer;

    /** @param patience how long the work may wait for a connection, and how long it may then take */
    TransactionWatchdog(UniEmitter<?> waiting, Vertx vertx, Duration patience) {
        this.waiting = waiting;
        this.vertx = vertx;
        this.patience = patience;
        this.timer = vertx.setTimer(patience.toMillis(), late -> late());
    }

    /**
     * The work begins, in this session.
     *
     * @throws IllegalStateException if it was abandoned while it waited for a connection
     */
    void guard(Mutiny.StatelessSession begun) {
        session = begun;
        context = vertx.getOrCreateContext();
        vertx.cancelTimer(timer);
        if (ended.get()) {
            throw new IllegalStateException("this work was given up before it had a connection");
        }
        timer = vertx.setTimer(patience.toMillis(), late -> late());
    }

    /**
     * The work has ended, with success or failure.
     *
     * @return false if it was abandoned before
     */
    boolean end() {
        vertx.cancelTimer(timer);
        return ended.compareAndSet(false, true);
    }

    /**
     * The work takes too long and is failed; the failure is transient if the database does not answer on its
     * connection.
     */
    private void late() {
        if (ended.get()) {
            return;
        }
        if (session == null) {
            blow(new TimeoutException("no connection to the database within " + patience));
            return;
        }
        long silent =
                vertx.setTimer(PROBE.toMillis(), passed -> blow(new TimeoutException("the database does not answer")));
        // On the same connection: a statement that waits for a lock is not the work's fault either.
        connection().select("select 1").whenComplete((answer, failure) -> {
            vertx.cancelTimer(silent);
            if (!ended.get()) {
                blow(
                        failure == null
                                ? new UnfinishedWorkException(patience)
                                : new TimeoutException("the connection to the database is lost: " + failure));
            }
        });
    }

    private ReactiveConnection connection() {
        return ((MutinyStatelessSessionImpl) Objects.requireNonNull(session)).getReactiveConnection();
    }

    /** Rolls back and fails the caller; does nothing if the work has ended. */
    void blow(Throwable thrown) {
        if (!end()) {
            // Thrown by code that ran after the end: nothing to roll back, but the error must be logged.
            LOG.error("an error was thrown behind a transaction's end", thrown);
            return;
        }
        if (thrown instanceof TimeoutException) {
            LOG.warnf("a transaction is given up: %s", thrown.getMessage());
        } else {
            LOG.error("a transaction is rolled back: its work did not end by itself", thrown);
        }
        try {
            rollBack();
        } finally {
            waiting.fail(thrown);
        }
    }

    /**
     * Closes the connection, so that statements which the work sends later are never executed; after a mere rollback
     * they would run outside of any transaction. Closes its socket, because a vanished database answers no statement. A
     * database that is still there sees the end, and rolls back.
     */
    private void rollBack() {
        if (session == null) {
            return;
        }
        Sockets.close(connection());
        // After the closed socket has failed the running statements.
        Objects.requireNonNull(context).runOnContext(closed -> forget());
    }

    private void forget() {
        try {
            connection().rollbackTransaction().whenComplete((rolledBack, failure) -> close());
        } catch (RuntimeException e) {
            // The work resumed and ended the transaction itself.
            LOG.debugf("no transaction to forget: %s", e);
            close();
        }
    }

    private void close() {
        Objects.requireNonNull(session)
                .close()
                .subscribe()
                .with(closed -> {}, failure -> LOG.debugf("closing a session: %s", failure));
    }
}
