package io.hawser.ledger.due;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * How often a loop queries due work: at every poll, but less often after several empty queries without a commit of this
 * process that changes due work, and then together with the other idle loops. An idle service should cost its database
 * little. Not thread-safe.
 */
public final class PollPacing {
    /** So many empty queries make a loop idle. */
    public static final int IDLE_AFTER = 5;

    /** Idle loops query at one poll in so many. */
    static final int IDLE_POLLS = 5;

    /** What a loop does at a poll. */
    public enum Turn {
        LOOK,
        /** It begins the query of all idle loops. */
        LOOK_TOGETHER,
        PASS
    }

    private final Duration awake;
    private int inVain;
    private int passed;

    /** @param poll time between two polls */
    public PollPacing(Duration poll) {
        this.awake = poll.multipliedBy(IDLE_AFTER + 1);
    }

    /** Called once at each poll. */
    public Turn atPoll() {
        if (!isIdle()) {
            passed = 0;
            return Turn.LOOK;
        }
        passed = (passed + 1) % IDLE_POLLS;
        return passed == 0 ? Turn.LOOK_TOGETHER : Turn.PASS;
    }

    /**
     * Another loop begins the query of all idle ones: this one's own turn is put off.
     *
     * @return whether it is idle, and takes part
     */
    public boolean takesPart() {
        passed = 0;
        return isIdle();
    }

    private boolean isIdle() {
        return inVain >= IDLE_AFTER;
    }

    /**
     * Due work has changed. Work that is due later than a woken loop stays awake would find it idle anyway, and wakes
     * nothing.
     *
     * @param now when the transaction of the change began
     */
    public void woken(List<DueChange> changes, Instant now) {
        if (changes.stream().anyMatch(change -> change.dueBy(now.plus(awake)))) {
            inVain = 0;
        }
    }

    /** The same for a key that is due after that time. */
    public void woken(Duration dueIn) {
        if (dueIn.compareTo(awake) <= 0) {
            inVain = 0;
        }
    }

    public void looked(boolean found) {
        inVain = found ? 0 : Math.min(inVain + 1, IDLE_AFTER);
    }

    /** Failed work could not be postponed and is still due: a database that cannot be written is asked less often. */
    public void notPutOff() {
        inVain = IDLE_AFTER;
    }
}
