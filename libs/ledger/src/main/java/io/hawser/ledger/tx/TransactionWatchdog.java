package io.hawser.ledger.tx;

import io.smallrye.mutiny.subscription.UniEmitter;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.hibernate.reactive.mutiny.Mutiny;
import org.hibernate.reactive.mutiny.impl.MutinySessionImpl;
import org.hibernate.reactive.pool.ReactiveConnection;
import org.jboss.logging.Logger;

/**
 * Ends a transaction whose work will not end by itself. An {@code Error} such as a stack overflow leaves the chain of
 * stages between two statements without an ending: nobody would roll back, and who waits would wait for ever.
 */
final class TransactionWatchdog {
    private static final Logger LOG = Logger.getLogger(TransactionWatchdog.class);
    private static final Duration PROBE = Duration.ofSeconds(2);

    private final UniEmitter<?> waiting;
    private final Vertx vertx;
    private final Duration patience;
    private final AtomicBoolean ended = new AtomicBoolean();
    private volatile Mutiny.Session session;
    private volatile Context context;
    private volatile long timer;

    /** @param patience how long the work may wait for a connection, and how long it may take once it has one */
    TransactionWatchdog(UniEmitter<?> waiting, Vertx vertx, Duration patience) {
        this.waiting = waiting;
        this.vertx = vertx;
        this.patience = patience;
        this.timer = vertx.setTimer(patience.toMillis(), late -> late());
    }

    /**
     * The work begins, in this session.
     *
     * @throws IllegalStateException if it was given up while it waited for a connection
     */
    void guard(Mutiny.Session begun) {
        session = begun;
        context = vertx.getOrCreateContext();
        vertx.cancelTimer(timer);
        if (ended.get()) {
            throw new IllegalStateException("this work was given up before it had a connection");
        }
        timer = vertx.setTimer(patience.toMillis(), late -> late());
    }

    /** The work has an ending, whichever. @return false if it was given up before */
    boolean end() {
        vertx.cancelTimer(timer);
        return ended.compareAndSet(false, true);
    }

    /** It takes long: fails it, as transient while the database does not answer on its connection. */
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
        return ((MutinySessionImpl) session).getReactiveConnection();
    }

    /** Rolls back and fails whoever waits; nothing where the work has ended. */
    void blow(Throwable thrown) {
        if (!end()) {
            // Thrown by who went on after the ending: there is nothing to roll back, but it must not vanish.
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
     * By ending the connection: what the work, should it come to itself, sends behind this is never executed. Behind a
     * mere rollback it would be, outside of any transaction. By its socket: a database that vanished answers no
     * statement that would end it. Where it is still there it sees the end, and rolls back.
     */
    private void rollBack() {
        if (session == null) {
            return;
        }
        Sockets.close(connection());
        // Behind what the socket's end makes of the statements under way.
        context.runOnContext(closed -> forget());
    }

    private void forget() {
        try {
            connection().rollbackTransaction().whenComplete((rolledBack, failure) -> close());
        } catch (RuntimeException e) {
            // The work came to itself and did it.
            LOG.debugf("no transaction to forget: %s", e);
            close();
        }
    }

    private void close() {
        session.close().subscribe().with(closed -> {}, failure -> LOG.debugf("closing a session: %s", failure));
    }
}
