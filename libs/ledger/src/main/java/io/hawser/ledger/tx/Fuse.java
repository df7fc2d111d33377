package io.hawser.ledger.tx;

import io.smallrye.mutiny.subscription.UniEmitter;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.hibernate.reactive.mutiny.Mutiny;
import org.hibernate.reactive.mutiny.impl.MutinySessionImpl;
import org.hibernate.reactive.pool.ReactiveConnection;
import org.jboss.logging.Logger;

/**
 * Ends a transaction whose work will not end by itself. An {@code Error} such as a stack overflow leaves the chain of stages between two statements
 * without an ending: nobody would roll back, and who waits would wait for ever.
 */
final class Fuse {
    private static final Logger LOG = Logger.getLogger(Fuse.class);
    private static final Duration PROBE = Duration.ofSeconds(2);

    private final UniEmitter<?> waiting;
    private final AtomicBoolean ended = new AtomicBoolean();
    private volatile Mutiny.Session session;

    Fuse(UniEmitter<?> waiting) {
        this.waiting = waiting;
    }

    /** The session to clear away; the work has begun. */
    void guard(Mutiny.Session begun) {
        session = begun;
    }

    /** The work has an ending, whichever. @return false if it was given up before */
    boolean end() {
        return ended.compareAndSet(false, true);
    }

    /** It takes long: fails it, as transient while the database does not answer on its connection. */
    void late(Vertx vertx, Duration patience) {
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
                blow(failure == null ? new UnfinishedWorkException(patience) : failure);
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
        LOG.error("a transaction is rolled back: its work did not end by itself", thrown);
        try {
            rollBack();
        } finally {
            waiting.fail(thrown);
        }
    }

    private void rollBack() {
        if (session == null) {
            return;
        }
        try {
            connection().rollbackTransaction().whenComplete((rolledBack, failure) -> close());
        } catch (RuntimeException e) {
            // No transaction on it any more.
            LOG.debugf("rolling back: %s", e);
            close();
        }
    }

    private void close() {
        session.close()
                .subscribe()
                .with(closed -> {}, failure -> LOG.warnf("a session was not closed: %s", failure.getMessage()));
    }
}
