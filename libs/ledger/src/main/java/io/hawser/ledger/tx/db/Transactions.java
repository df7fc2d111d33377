package io.hawser.ledger.tx.db;

import io.hawser.ledger.wiring.LedgerConfig;
import io.quarkus.arc.All;
import io.quarkus.vertx.core.runtime.context.VertxContextSafetyToggle;
import io.smallrye.common.vertx.VertxContext;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.subscription.UniEmitter;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.impl.VertxInternal;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.hibernate.reactive.mutiny.Mutiny;

/**
 * Runs work in one READ COMMITTED transaction and, after the commit, wakes the outbox and the due work. A serialisation
 * failure or a deadlock is run again from the start; any other failure fails the returned {@code Uni} and leaves no
 * trace. It always ends: see {@link TransactionWatchdog}.
 */
@ApplicationScoped
public class Transactions {
    private static final int TRIES = 5;

    private final Mutiny.SessionFactory sessions;
    private final Vertx vertx;
    private final DatabaseLife life;
    private final List<AtCommit> atCommit;
    private final Duration patience;

    public Transactions(
            Mutiny.SessionFactory sessions,
            Vertx vertx,
            DatabaseLife life,
            @All List<AtCommit> atCommit,
            LedgerConfig config) {
        this.sessions = sessions;
        this.vertx = vertx;
        this.life = life;
        this.atCommit = atCommit;
        this.patience = config.database().patience();
    }

    /** @param work lazy: called again when the transaction is run again */
    public <T> Uni<T> run(Function<LedgerTransaction, Uni<T>> work) {
        return retried(onOwnContext(watchdog -> once(work, watchdog)));
    }

    /**
     * For a single statement, which is its own transaction: one round trip instead of four.
     *
     * @param statement lazy: called again when it is run again
     */
    public <T> Uni<T> single(Function<Statements, Uni<T>> statement) {
        return retried(onOwnContext(watchdog -> sessions.withStatelessSession(session -> {
            watchdog.guard(session);
            return statement.apply(new Statements(session, watchdog));
        })));
    }

    /** For queries of people: nothing is written or locked. */
    public <T> Uni<T> read(Function<LedgerTransaction, Uni<T>> work) {
        return onOwnContext(watchdog -> sessions.withStatelessTransaction(
                (session, transaction) -> begin(session, watchdog).chain(work::apply)));
    }

    /**
     * Does everything that {@link #run} does except the commit, and wakes nothing: it shows whether the work would
     * succeed.
     *
     * @param work lazy: called again when the transaction is run again
     */
    public <T> Uni<T> rehearse(Function<LedgerTransaction, Uni<T>> work) {
        return retried(onOwnContext(watchdog -> sessions.withStatelessTransaction((session, transaction) -> {
            transaction.markForRollback();
            return written(work, session, watchdog).map(Committed::result);
        })));
    }

    private static <T> Uni<T> retried(Uni<T> work) {
        return work.onFailure(DatabaseFailures::isConflict)
                .retry()
                .withBackOff(Duration.ofMillis(5), Duration.ofMillis(100))
                .atMost(TRIES);
    }

    private <T> Uni<T> once(Function<LedgerTransaction, Uni<T>> work, TransactionWatchdog watchdog) {
        return sessions.withStatelessTransaction((session, transaction) -> written(work, session, watchdog))
                .invoke(committed -> {
                    atCommit.forEach(part -> part.committed(committed.tx()));
                    committed.tx().committed();
                })
                .map(Committed::result);
    }

    private <T> Uni<Committed<T>> written(
            Function<LedgerTransaction, Uni<T>> work, Mutiny.StatelessSession session, TransactionWatchdog watchdog) {
        return begin(session, watchdog)
                .chain(tx -> work.apply(tx).chain(result -> write(tx).replaceWith(() -> new Committed<>(result, tx))));
    }

    private Uni<Void> write(LedgerTransaction tx) {
        List<Uni<Void>> writes = new ArrayList<>();
        writes.add(tx.flush());
        atCommit.forEach(part -> writes.add(part.write(tx)));
        return Pipeline.send(writes);
    }

    private record Committed<T>(T result, LedgerTransaction tx) {}

    private Uni<LedgerTransaction> begin(Mutiny.StatelessSession session, TransactionWatchdog watchdog) {
        watchdog.guard(session);
        Statements statements = new Statements(session, watchdog);
        return statements
                .select("select clock_timestamp(), pg_postmaster_start_time()")
                .map(List::getFirst)
                .invoke(row -> life.answeredBy((OffsetDateTime) row[1]))
                .map(row -> new LedgerTransaction(statements, ((OffsetDateTime) row[0]).toInstant()));
    }

    /**
     * Hibernate Reactive needs a Vert.x context for every session; callers come from any thread. Not on the caller's
     * event loop: all work found after a commit would stay on the loop of the first commit.
     */
    private <T> Uni<T> onOwnContext(Function<TransactionWatchdog, Uni<T>> work) {
        return Uni.createFrom().emitter(emitter -> {
            Context context = VertxContext.createNewDuplicatedContext(((VertxInternal) vertx).createEventLoopContext());
            VertxContextSafetyToggle.setContextSafe(context, true);
            context.runOnContext(ignored -> subscribe(work, emitter));
        });
    }

    private <T> void subscribe(Function<TransactionWatchdog, Uni<T>> work, UniEmitter<? super T> emitter) {
        TransactionWatchdog watchdog = new TransactionWatchdog(emitter, vertx, patience);
        try {
            work.apply(watchdog)
                    .subscribe()
                    .with(
                            result -> end(watchdog, () -> emitter.complete(result)),
                            failure -> end(watchdog, () -> emitter.fail(failure)));
        } catch (Throwable thrown) {
            watchdog.blow(thrown);
        }
    }

    private static void end(TransactionWatchdog watchdog, Runnable tell) {
        if (watchdog.end()) {
            try {
                tell.run();
            } catch (Throwable thrown) {
                watchdog.blow(thrown);
            }
        }
    }
}
