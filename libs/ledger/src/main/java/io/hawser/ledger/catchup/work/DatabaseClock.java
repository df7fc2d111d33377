package io.hawser.ledger.catchup.work;

import io.hawser.ledger.tx.db.DatabaseLife;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Compares the database's clock with this process's: a step makes pauses long, or ends the tokens of calls that still
 * run. It also knows until when such calls may run, and those whose intents the database has lost.
 */
final class DatabaseClock {
    /** A clock that is set back by less makes no pause long. */
    private static final Duration CLOCK_BACK = Duration.ofSeconds(10);

    private final DatabaseLife life;
    private volatile Duration callsTake = Duration.ZERO;
    private volatile Duration callsMargin = Duration.ZERO;
    private Optional<Look> last = Optional.empty();
    private volatile long callsEnd = System.nanoTime();

    DatabaseClock(DatabaseLife life) {
        this.life = life;
    }

    /** @see StartGate#callsTake */
    void callsTake(Duration most, Duration margin) {
        callsTake = most;
        callsMargin = margin;
    }

    /** From now on, calls may run that the database does not know of, or takes for ended. */
    void mayLoseCalls() {
        callsEnd = System.nanoTime() + callsTake.toNanos();
    }

    /** Whether such calls may still run. */
    boolean mayHaveLostCalls() {
        return callsEnd - System.nanoTime() > 0;
    }

    /**
     * The database's clock at a moment.
     *
     * @param asked and {@code answered}: {@link System#nanoTime()} before and after that moment
     */
    record Look(Instant database, long asked, long answered) {
        boolean wentBackSince(Look before) {
            Duration passed = Duration.ofNanos(asked - before.answered);
            return Duration.between(before.database, database).plus(CLOCK_BACK).compareTo(passed) < 0;
        }

        /** @param margin a step that is no longer leaves each token until its call is over */
        boolean wentAheadSince(Look before, Duration margin) {
            Duration passed = Duration.ofNanos(answered - before.asked);
            return Duration.between(before.database, database).minus(margin).compareTo(passed) > 0;
        }
    }

    /**
     * What was made due by a clock that was ahead would wait until this one has caught up. By a clock that goes ahead,
     * calls are over that still run.
     */
    void compare(Look now) {
        last.ifPresent(before -> {
            if (now.wentBackSince(before)) {
                life.suspect("its clock went back: " + words(before, now));
            } else if (!callsTake.isZero() && now.wentAheadSince(before, callsMargin)) {
                mayLoseCalls();
                life.suspect("its clock went ahead: " + words(before, now));
            }
        });
        last = Optional.of(now);
    }

    private static String words(Look before, Look now) {
        return "it says " + now.database() + ", and said " + before.database() + " "
                + Duration.ofNanos(now.asked() - before.answered()).toSeconds() + " s earlier";
    }
}
