package io.hawser.ledger.due;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * How often a loop looks: at every poll, but once several looks have found nothing and no commit of this process has
 * changed what is due, only now and then. An idle service should cost its database little. Not thread-safe.
 */
final class PollPacing {
    /** So many looks in vain make a loop idle. */
    static final int IDLE_AFTER = 5;

    /** An idle one looks at one poll in so many. */
    static final int IDLE_POLLS = 5;

    private final Duration awake;
    private int inVain;
    private int passed;

    /** @param poll from one poll to the next */
    PollPacing(Duration poll) {
        this.awake = poll.multipliedBy(IDLE_AFTER + 1);
    }

    /** To be asked once at each poll. */
    boolean looksAtThisPoll() {
        passed = inVain < IDLE_AFTER ? 0 : (passed + 1) % IDLE_POLLS;
        return passed == 0;
    }

    /**
     * What is due has changed. Something that is due later than a woken loop stays awake would find it idle anyway, and
     * wakes nobody.
     *
     * @param now when the transaction that changed it began
     */
    void woken(List<DueChange> changes, Instant now) {
        if (changes.stream().anyMatch(change -> change.dueBy(now.plus(awake)))) {
            inVain = 0;
        }
    }

    void looked(boolean found) {
        inVain = found ? 0 : Math.min(inVain + 1, IDLE_AFTER);
    }

    /** What failed could not be put off and is due still: a database that cannot be written is asked now and then. */
    void notPutOff() {
        inVain = IDLE_AFTER;
    }
}
