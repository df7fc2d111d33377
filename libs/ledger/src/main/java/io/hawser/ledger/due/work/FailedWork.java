package io.hawser.ledger.due.work;

import io.hawser.bus.pace.Backoff;
import io.hawser.ledger.due.FailingKeys;
import io.hawser.ledger.due.FailingKind;
import io.hawser.ledger.tx.db.DatabaseFailures;
import io.hawser.ledger.tx.db.Transactions;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.jboss.logging.Logger;

/**
 * Handles failed work: postpones it, retries it less and less often, and reports it while it lasts. Every field is
 * guarded by {@code this}.
 */
final class FailedWork {
    private static final Logger LOG = Logger.getLogger(FailedWork.class);

    private static final Backoff PAUSE = new Backoff(Duration.ofSeconds(2), Duration.ofMinutes(2));

    /** How often the database is asked which keys another process has done meanwhile. */
    private static final Duration ASK_EVERY = Duration.ofSeconds(5);

    private final String kind;
    private final Transactions transactions;
    private final FailingKeys keys;
    private Duration askAt = Duration.ZERO;
    private boolean stopped;

    FailedWork(String kind, Transactions transactions) {
        this.kind = kind;
        this.transactions = transactions;
        this.keys = new FailingKeys(kind);
    }

    synchronized void done(List<String> which) {
        keys.done(which, now());
    }

    synchronized void read() {
        keys.read();
    }

    /** While the database is away, its own check reports that. */
    void unread(Throwable failure) {
        LOG.warnf("looking for due %s failed, trying again: %s", kind, failure.getMessage());
        if (!DatabaseFailures.isTransient(failure)) {
            synchronized (this) {
                keys.unread(judged(failure), now());
            }
        }
    }

    /** Postpones the key; fails if that cannot be written. */
    Uni<Void> failed(String key, Throwable failure) {
        FailingKeys.Failing failing;
        Duration lasts;
        synchronized (this) {
            Duration now = now();
            failing = keys.failed(key, judged(failure), now);
            lasts = now.minus(failing.since());
        }
        Duration pause =
                PAUSE.delay(failing.tries(), RandomGenerator.getDefault().nextDouble());
        if (failing.tries() == 1) {
            LOG.errorf(failure, "work on due %s %s failed, trying again", kind, key);
        } else if (Integer.bitCount(failing.tries()) == 1) {
            // Less and less often, even if it cannot be postponed.
            LOG.warnf(
                    "work on due %s %s failed %d times in a row, again in %d s: %s",
                    kind, key, failing.tries(), pause.toSeconds(), failure);
        }
        return transactions
                .single(statements -> DueRows.postpone(statements, kind, key, pause, lasts))
                .invoke(() -> {
                    synchronized (this) {
                        keys.noted(key);
                    }
                });
    }

    /**
     * A key that another process has done is not found here again. Called regularly.
     *
     * @param underWay the keys that this process works on
     */
    void ask(Supplier<Set<String>> underWay) {
        Map<String, FailingKeys.Failing> asked;
        Set<String> before = underWay.get();
        synchronized (this) {
            asked = now().compareTo(askAt) < 0 ? Map.of() : keys.noted(before);
            if (asked.isEmpty()) {
                return;
            }
            askAt = now().plus(ASK_EVERY);
        }
        transactions
                .single(statements -> DueRows.failing(statements, kind, asked.keySet()))
                .subscribe()
                .with(
                        still -> {
                            asked.keySet().removeAll(still);
                            // It may have done the first of its two transactions, and fail in the second.
                            asked.keySet().removeAll(underWay.get());
                            synchronized (this) {
                                keys.doneElsewhere(asked);
                            }
                        },
                        failure -> LOG.debugf("which due %s fail is asked again later: %s", kind, failure));
    }

    /** This process no longer works on the keys. */
    synchronized void stop() {
        stopped = true;
    }

    synchronized int count() {
        return stopped ? 0 : keys.count();
    }

    synchronized Optional<FailingKind> failingKind() {
        return stopped ? Optional.empty() : keys.failing(now());
    }

    private static FailingKeys.Failure judged(Throwable failure) {
        return new FailingKeys.Failure(DatabaseFailures.words(failure), DatabaseFailures.isNotTheRecordsFault(failure));
    }

    private static Duration now() {
        return Duration.ofNanos(System.nanoTime());
    }
}
